//! The forms of reports: nothing that a name holds is taken for a mark.

use tengen_document::cell::{Cell, chance, measure, number};
use tengen_document::figure::{NARROW, Setting, WIDE};
use tengen_document::model::{Table, slug};
use tengen_document::terminal::{aligned, wrapped};
use tengen_document::{csv, html, latex, markdown};
use tengen_lab::experiment::{Claim, Quantity, Relation};
use tengen_lab::findings::Findings;
use tengen_lab::report::document;
use tengen_lab::reproduce::judge;

use crate::report::samples::{measures, problems, round_robin, sweep};

const NASTY: [&str; 4] = [
    "<b>a & b</b>",
    "c|d_e%f",
    "g\"h',\u{1b}[31m\u{202e}\n`i`",
    "{\\j}$k#l~m^[n](o)",
];

fn nasty() -> Findings {
    round_robin(&NASTY, 6)
}

fn all() -> Vec<Findings> {
    let mut all = vec![nasty(), sweep(), measures(), problems(&NASTY[..2], 1)];
    all.push(problems(&NASTY[..3], 2));
    all
}

/// Tests if every tag is closed by its own, and nothing is left open.
fn is_balanced(text: &str) -> Result<(), String> {
    let mut open: Vec<&str> = Vec::new();
    for part in text.split('<').skip(1) {
        let (tag, _) = part.split_once('>').ok_or(format!("no end: <{part}"))?;
        let name = tag.split([' ', '\n', '/']).find(|name| !name.is_empty());
        let name = name.ok_or(format!("no name: <{tag}>"))?;
        let void = ["meta", "!doctype"].contains(&name);
        if tag.starts_with('/') {
            let last = open.pop();
            if last != Some(name) {
                return Err(format!("</{name}> closes {last:?}"));
            }
        } else if !tag.ends_with('/') && !void {
            open.push(name);
        }
    }
    if open.is_empty() {
        Ok(())
    } else {
        Err(format!("{open:?} are left open"))
    }
}

/// Tests if every `&` begins an entity.
fn has_sound_entities(text: &str) -> bool {
    let known = ["amp;", "lt;", "gt;", "quot;", "#39;"];
    let mut parts = text.split('&').skip(1);
    parts.all(|part| known.iter().any(|entity| part.starts_with(entity)))
}

#[test]
fn figures_are_well_formed_in_both_widths_and_settings() {
    let mut figures = 0;
    for findings in all() {
        for figure in document(&findings).figures() {
            for width in [WIDE, NARROW] {
                for setting in [Setting::Page, Setting::File] {
                    let svg = figure.svg(width, setting);
                    is_balanced(&svg).unwrap_or_else(|why| panic!("{why} in {svg}"));
                    assert!(has_sound_entities(&svg), "{svg}");
                    assert!(!svg.contains("NaN") && !svg.contains("inf\""), "{svg}");
                    assert!(svg.contains("<title>"));
                    figures += 1;
                }
            }
        }
    }
    assert!(figures > 50, "{figures}");
}

#[test]
fn a_figure_in_a_file_has_its_own_colours_and_one_in_a_page_has_not() {
    let document = document(&nasty());
    let figure = document.figures().next().unwrap();
    let file = figure.svg(WIDE, Setting::File);
    assert!(file.contains("xmlns=\"http://www.w3.org/2000/svg\"") && file.contains("<style>"));
    assert!(!figure.svg(WIDE, Setting::Page).contains("<style>"));
}

#[test]
fn a_page_is_well_formed_and_needs_nothing_else() {
    for findings in all() {
        let page = html::html(&document(&findings));
        is_balanced(&page).unwrap();
        let (_, body) = page.split_once("</style>").unwrap();
        assert!(has_sound_entities(body));
        assert!(!page.contains("<b>") && !page.contains("<script"));
        for link in ["http:", "https:", "src=", "url(", "@import"] {
            assert!(!page.contains(link), "{link}");
        }
        assert!(!page.contains('\u{1b}') && !page.contains('\u{202e}'));
    }
}

#[test]
fn rows_of_markdown_tables_have_the_cells_of_their_heading() {
    for findings in all() {
        let text = markdown::markdown(&document(&findings));
        assert!(!text.contains("<b>"));
        let cells = |line: &str| line.replace("\\|", "").matches('|').count();
        let mut width = None;
        for line in text.lines() {
            if line.starts_with('|') {
                assert_eq!(*width.get_or_insert(cells(line)), cells(line), "{line}");
            } else {
                width = None;
            }
        }
    }
    assert_eq!(
        markdown::escaped("<a|b_*`c`>"),
        "&lt;a\\|b\\_\\*\\`c\\`&gt;"
    );
}

#[test]
fn latex_has_no_bare_specials() {
    assert_eq!(
        latex::escaped("{\\j}$k#l~m^ 5 % ± a_b & <"),
        "\\{\\textbackslash{}j\\}\\$k\\#l\\textasciitilde{}m\\textasciicircum{} 5 \\% $\\pm$ a\\_b \
         \\& \\textless{}"
    );
    for findings in all() {
        let text = latex::latex(&document(&findings));
        let bare = text.replace("\\{", "").replace("\\}", "");
        assert_eq!(bare.matches('{').count(), bare.matches('}').count());
        assert_eq!(
            text.matches("\\begin{").count(),
            text.matches("\\end{").count()
        );
    }
}

fn small() -> Table {
    let mut table = Table::new("A table, of <b>", "A small table.")
        .words("Name")
        .numbers("Games")
        .numbers("Share")
        .numbers("95 %")
        .minor("Elo")
        .words("Note");
    table.row(vec![
        Cell::text("rave"),
        Cell::Count(12_345),
        Cell::Share(0.54),
        Cell::Shares(0.509, 0.571),
        Cell::Estimate(27.9, 10.91, 0),
        Cell::text("a longer text, with a \"comma\""),
    ]);
    table.row(vec![
        Cell::text("囲碁 <1>"),
        Cell::Count(7),
        Cell::Share(0.0),
        Cell::Empty,
        Cell::Estimate(-3.0, 1.0, 0),
        Cell::Empty,
    ]);
    table
}

#[test]
fn a_terminal_gets_aligned_columns() {
    assert_eq!(
        aligned(&small(), 80),
        "\
Name       Games   Share         95 %      Elo  Note
────────  ──────  ──────  ───────────  ───────  ─────────────────────────────
rave      12,345  54.0 %  50.9–57.1 %  28 ± 11  a longer text, with a \"comma\"
囲碁 <1>       7   0.0 %                −3 ± 1
"
    );
}

#[test]
fn a_narrow_terminal_gets_fewer_columns_and_shorter_words() {
    assert_eq!(
        aligned(&small(), 60),
        "\
Name       Games   Share         95 %  Note
────────  ──────  ──────  ───────────  ─────────────────────
rave      12,345  54.0 %  50.9–57.1 %  a longer text, with …
囲碁 <1>       7   0.0 %
Not shown for want of room: Elo.
"
    );
}

#[test]
fn paragraphs_are_wrapped_under_their_mark() {
    let text = wrapped("one two three four five six", "! ", 20);
    assert_eq!(text, "! one two three four\n  five six\n");
    assert_eq!(wrapped("a\u{1b}[2Jb", "", 80), "a\u{fffd}[2Jb\n");
}

#[test]
fn programs_get_all_digits_and_two_columns_for_an_interval() {
    let mut table = small();
    table.rows[0][4] = Cell::Estimate(27.856, 10.91, 0);
    assert_eq!(
        csv::csv(&table),
        "Name,Games,Share,95 % low,95 % high,Elo,Elo error,Note\r\n\
         rave,12345,0.54,0.509,0.571,27.856,10.91,\"a longer text, with a \"\"comma\"\"\"\r\n\
         囲碁 <1>,7,0,,,-3,1,\r\n"
    );
}

#[test]
fn numbers_as_people_read_them() {
    assert_eq!(number(-0.04, 1), "0.0");
    assert_eq!(number(-2.5, 1), "−2.5");
    assert_eq!(number(f64::INFINITY, 0), "∞");
    assert_eq!(measure(0.0), "0");
    assert_eq!(measure(0.065_349), "0.0653");
    assert_eq!(measure(9.999), "10.0");
    assert_eq!(measure(-123_456.0), "−123,456");
    assert_eq!(chance(0.012_44), "0.012");
    assert_eq!(chance(0.000_01), "< 0.0001");
    assert_eq!(chance(0.999_6), "0.9996");
    assert_eq!(chance(1.0), "1.000");
    assert_eq!(Cell::Above(0.0, 0.01).display(), "< 0.01");
    assert_eq!(Cell::Above(0.25, 0.01).display(), "0.250");
}

#[test]
fn names_of_files_are_safe() {
    assert_eq!(slug("../By <rank>  & kind"), "by-rank-kind");
    assert_eq!(slug("囲碁"), "unnamed");
}

#[test]
fn claims_are_shown_without_a_paper_too() {
    let mut findings = round_robin(&["a", "b", "c", "d"], 6);
    let claim = Claim {
        says: "It wins more than half.".to_owned(),
        series: "b-a".to_owned(),
        quantity: Quantity::Share,
        relation: Relation::Above(0.5),
        paper: None,
    };
    findings.claims = vec![judge(&claim, std::iter::empty(), &[])];
    assert_eq!(findings.paper, None);
    let text = tengen_lab::report::show(&findings, 300);
    assert!(text.contains("It wins more than half."), "{text}");
    assert!(text.contains("not enough results"), "{text}");
}
