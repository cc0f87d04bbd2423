//! The colours of figures: those of Okabe and Ito, which people with any colour vision can tell
//! apart, in the order in which they stand out on white; paler ones for dark pages.

/// The number of colours before they repeat.
pub const COLOURS: usize = 6;

const LIGHT: [&str; COLOURS] = [
    "#0072b2", "#d55e00", "#00805e", "#b3568c", "#a87400", "#4a4a4a",
];
const DARK: [&str; COLOURS] = [
    "#5cb8f2", "#ff9152", "#3fcfa4", "#e59ac8", "#f0bf4f", "#c4c4c4",
];

/// The classes of all figures, in terms of variables that are set elsewhere.
const CLASSES: &str = "\
.plot{font:12.5px system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;\
font-variant-numeric:tabular-nums}\
.plot text{fill:var(--ink);stroke:var(--ground);stroke-width:3px;paint-order:stroke}\
.plot .soft{fill:var(--soft)}\
.plot .head{font-weight:600}\
.plot .axis{stroke:var(--soft);stroke-width:1}\
.plot .grid{stroke:var(--hair);stroke-width:1}\
.plot .even{stroke:var(--soft);stroke-width:1.25;stroke-dasharray:4 3}\
.plot .reach{stroke:var(--c);stroke-width:2.25;stroke-linecap:round}\
.plot .curve{stroke:var(--c);stroke-width:2;fill:none;stroke-linejoin:round}\
.plot .band{fill:var(--c);opacity:.14}\
.plot .mark{fill:var(--c);stroke:var(--ground);stroke-width:1.25}\
.plot .bar{fill:var(--c);opacity:.85}\
.plot .ground{fill:var(--ground)}";

/// The colour of the nth series.
#[must_use]
pub const fn index(colour: usize) -> usize {
    colour % COLOURS
}

/// The style of figures in a page that sets `--ink`, `--soft`, `--hair` and `--ground`: the light
/// colours, and the dark ones for those who prefer them (but not on paper).
#[must_use]
pub fn page_style() -> String {
    format!(
        "{CLASSES}{}@media screen and (prefers-color-scheme:dark){{{}}}",
        colours(&LIGHT),
        colours(&DARK)
    )
}

/// The style of a figure in a file of its own: always on white, and without variables, which not
/// every program that reads SVG knows.
#[must_use]
pub fn file_style() -> String {
    let mut classes = CLASSES.to_owned();
    for (name, colour) in [
        ("ink", "#1d2024"),
        ("soft", "#646a72"),
        ("hair", "#e3e4e6"),
        ("ground", "#ffffff"),
    ] {
        classes = classes.replace(&format!("var(--{name})"), colour);
    }
    let mut style = String::new();
    for rule in classes.split_inclusive('}') {
        match rule.split_once('{') {
            Some((name, rest)) if rest.contains("var(--c)") => {
                for (at, colour) in LIGHT.iter().enumerate() {
                    let rest = rest.replace("var(--c)", colour);
                    style += &format!("{name}.c{at}{{{rest}");
                }
            }
            _ => style += rule,
        }
    }
    style
}

fn colours(colours: &[&str]) -> String {
    colours
        .iter()
        .enumerate()
        .map(|(at, colour)| format!(".plot .c{at}{{--c:{colour}}}"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_no_variables_and_every_colour() {
        let style = file_style();
        assert!(!style.contains("var("), "{style}");
        assert!(
            LIGHT
                .iter()
                .all(|colour| style.contains(&format!("stroke:{colour}")))
        );
        assert_eq!(style.matches('{').count(), style.matches('}').count());
    }
}
