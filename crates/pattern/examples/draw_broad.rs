//! The drawings of `docs/methods/broad-patterns.md`: how a board is shrunk, and how large patterns are.
//!
//! All of them are made by the code that learns and plays, from one opening, so that they
//! cannot say anything else than it does. They bring their own paper: a page may be light or dark.
//!
//! `cargo run -p tengen-pattern --example draw_broad [FOLDER]`

use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tengen_go::{Color, Point, Size};
use tengen_pattern::broad::{Broad, BroadBoard, BroadParams};
use tengen_pattern::distance::distance;
use tengen_pattern::shape::Rings;

const SIZE: Size = Size::NINETEEN;
const BLACK: &str = "Q16 D17 Q3 R14 O17 C14 F17 N3 R6 K17 R10 D9 P5";
const WHITE: &str = "D4 O16 R17 F3 N16 D15 R4 Q4 C10 L16 J3 F16 C7";
/// The candidate whose window is shown.
const CANDIDATE: &str = "K4";

/// The darkest and the faint ink of a drawing's own writing, and its paper.
const INK: &str = "#1d1b16";
const FAINT: &str = "#6e675a";
const PAPER: &str = "#fbf6ea";
/// Black's areas, White's areas, and what is contested.
const BLUE: &str = "#2f6db3";
const ORANGE: &str = "#d9761c";
const RED: &str = "#b3243b";

/// A drawing under way.
struct Drawing {
    text: String,
    title: &'static str,
    width: f64,
    height: f64,
}

impl Drawing {
    fn new(title: &'static str, width: f64, height: f64) -> Self {
        Self {
            text: String::new(),
            title,
            width,
            height,
        }
    }

    fn rect(&mut self, at: [f64; 2], size: [f64; 2], style: &str) {
        let ([x, y], [w, h]) = (at, size);
        self.line(&format!(
            r#"<rect x="{x:.1}" y="{y:.1}" width="{w:.1}" height="{h:.1}" {style}/>"#
        ));
    }

    fn stroke(&mut self, from: [f64; 2], to: [f64; 2], style: &str) {
        let ([x1, y1], [x2, y2]) = (from, to);
        self.line(&format!(
            r#"<line x1="{x1:.1}" y1="{y1:.1}" x2="{x2:.1}" y2="{y2:.1}" {style}/>"#
        ));
    }

    fn write(&mut self, at: [f64; 2], size: f64, style: &str, words: &str) {
        let [x, y] = at;
        self.line(&format!(
            r#"<text x="{x:.1}" y="{y:.1}" font-size="{size}" {style}>{words}</text>"#
        ));
    }

    fn stone(&mut self, at: [f64; 2], radius: f64, color: Color) {
        let fill = match color {
            Color::Black => "#111",
            Color::White => "#fff",
        };
        let [x, y] = at;
        self.line(&format!(
            r##"<circle cx="{x:.1}" cy="{y:.1}" r="{radius}" fill="{fill}" stroke="#111" stroke-width="1.2"/>"##
        ));
    }

    /// A coloured square with words beside it; where the next one may begin.
    fn key(&mut self, at: [f64; 2], style: &str, words: &str) -> f64 {
        let [x, y] = at;
        let frame = format!(r#"{style} stroke="{FAINT}" stroke-width="0.8""#);
        self.rect([x, y - 12.0], [15.0, 15.0], &frame);
        self.write([x + 21.0, y], 14.0, "", words);
        x + 21.0 + 7.1 * words.chars().count() as f64 + 16.0
    }

    fn line(&mut self, line: &str) {
        self.text += line;
        self.text.push('\n');
    }

    fn save(&self, folder: &Path, name: &str) -> std::io::Result<()> {
        let (w, h, title) = (self.width, self.height, self.title);
        let body = &self.text;
        let file = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" width="{w}" height="{h}" role="img" font-family="system-ui, sans-serif" fill="{INK}">
<title>{title}</title>
<rect width="{w}" height="{h}" rx="8" fill="{PAPER}"/>
{body}</svg>
"#
        );
        std::fs::write(folder.join(name), file)
    }
}

/// The opening, and what is made of it.
struct Opening {
    stones: Vec<(Color, Point)>,
    candidate: Point,
    broad: Arc<Broad>,
    board: BroadBoard,
}

impl Opening {
    fn new() -> Option<Self> {
        let broad = Arc::new(Broad::new(&BroadParams::default(), SIZE));
        let mut board = BroadBoard::new(broad.clone());
        let mut stones = Vec::new();
        for (color, names) in [(Color::Black, BLACK), (Color::White, WHITE)] {
            for name in names.split(' ') {
                let point = Point::parse(name, SIZE)?;
                board.put(point.index(SIZE), color);
                stones.push((color, point));
            }
        }
        Some(Self {
            stones,
            candidate: Point::parse(CANDIDATE, SIZE)?,
            broad,
            board,
        })
    }

    /// The cell whose window is shown, by column and row.
    fn centre(&self) -> (usize, usize) {
        let cell = self.broad.cell_of(self.candidate.index(SIZE));
        (cell % self.broad.side(), cell / self.broad.side())
    }

    /// The number of stones in each cell.
    fn counts(&self) -> Vec<usize> {
        let mut counts = vec![0; self.broad.cells()];
        for &(_, point) in &self.stones {
            counts[self.broad.cell_of(point.index(SIZE))] += 1;
        }
        counts
    }
}

/// Blue where Black's influence is, orange where White's is, the more of it the stronger.
fn shade(influence: f64, full: f64) -> String {
    let color = if influence > 0.0 { BLUE } else { ORANGE };
    let strength = (influence.abs() / full).min(1.0).sqrt() * 0.8;
    format!(r#"fill="{color}" fill-opacity="{strength:.2}""#)
}

const MIDDLE: &str = r#"text-anchor="middle""#;

fn draw_influence(opening: &Opening) -> Drawing {
    const STEP: f64 = 30.0;
    const EDGE: f64 = 52.0;
    let side = SIZE.get();
    let place = |at: usize| EDGE + STEP * at as f64;
    let end = place(side - 1);
    let mut d = Drawing::new(
        "An opening, the influence at every point, and the cut into seven by seven cells",
        end + EDGE,
        end + EDGE + 62.0,
    );
    for (index, point) in Point::all(SIZE).enumerate() {
        let (x, y) = (place(point.column()), place(point.row()));
        let influence = opening.board.influence(index);
        if influence != 0.0 {
            let corner = [x - STEP / 2.0, y - STEP / 2.0];
            d.rect(corner, [STEP, STEP], &shade(influence, 1.5));
        }
    }
    let thin = format!(r#"stroke="{INK}" stroke-width="0.7""#);
    for at in 0..side {
        d.stroke([place(0), place(at)], [end, place(at)], &thin);
        d.stroke([place(at), place(0)], [place(at), end], &thin);
        let letter = Point::new(at, 0).map_or_else(String::new, |p| p.label(SIZE));
        let letter = letter.trim_end_matches(char::is_numeric).to_owned();
        let faint = format!(r#"{MIDDLE} fill="{FAINT}""#);
        d.write([place(at), 24.0], 12.0, &faint, &letter);
        let number = (side - at).to_string();
        d.write([18.0, place(at) + 4.0], 12.0, &faint, &number);
    }
    // A new cell begins where the cell of a line's first point is another.
    let cut = format!(r#"stroke="{RED}" stroke-width="2" stroke-dasharray="6 4""#);
    let (low, high) = (place(0) - STEP / 2.0, end + STEP / 2.0);
    for at in 1..side {
        if opening.broad.cell_of(at) != opening.broad.cell_of(at - 1) {
            let between = place(at) - STEP / 2.0;
            d.stroke([between, low], [between, high], &cut);
            d.stroke([low, between], [high, between], &cut);
        }
    }
    for &(color, point) in &opening.stones {
        d.stone(
            [place(point.column()), place(point.row())],
            STEP * 0.45,
            color,
        );
    }
    let (x, y) = (
        place(opening.candidate.column()),
        place(opening.candidate.row()),
    );
    d.line(&format!(
        r#"<path d="M{x} {} l10 17 h-20 z" fill="{RED}"/>"#,
        y - 11.0
    ));
    let y = end + EDGE + 12.0;
    let next = d.key([EDGE, y], &shade(1.5, 1.5), "Black's influence");
    let next = d.key([next, y], &shade(-1.5, 1.5), "White's influence");
    let next = d.key(
        [next, y],
        &format!(r#"fill="{RED}""#),
        &format!("a candidate, {CANDIDATE}"),
    );
    d.key([next, y], r#"fill="none""#, "none");
    d.write(
        [EDGE, y + 28.0],
        14.0,
        "",
        "Red dashes: the cells of the partition 2333332.",
    );
    d
}

/// The layout of the cells of the shrunken boards.
const CELL: f64 = 62.0;
const LEFT: f64 = 24.0;

fn corner(column: usize, row: usize) -> [f64; 2] {
    [LEFT + CELL * column as f64, LEFT + CELL * row as f64]
}

fn draw_averages(opening: &Opening) -> Drawing {
    let side = opening.broad.side();
    let extent = 2.0 * LEFT + CELL * side as f64;
    let mut d = Drawing::new(
        "The mean influence and the number of stones in every cell",
        extent,
        extent + 40.0,
    );
    for (cell, count) in opening.counts().into_iter().enumerate() {
        let [x, y] = corner(cell % side, cell / side);
        let average = opening.board.average(cell);
        let style = shade(average, 1.0);
        let style = format!(r#"{style} stroke="{INK}" stroke-width="0.8""#);
        d.rect([x, y], [CELL, CELL], &style);
        let sign = if average < 0.0 { "−" } else { "" };
        let number = format!("{sign}{:.3}", average.abs());
        let (middle, down) = (x + CELL / 2.0, y + CELL / 2.0);
        d.write([middle, down + 2.0], 15.0, MIDDLE, &number);
        if count > 0 {
            let small = format!(r#"{MIDDLE} fill-opacity="0.8""#);
            let stones = if count == 1 { "stone" } else { "stones" };
            d.write(
                [middle, down + 20.0],
                11.0,
                &small,
                &format!("{count} {stones}"),
            );
        }
    }
    let words = "Mean influence of each cell; positive is Black's.";
    d.write([LEFT, extent + 14.0], 14.0, "", words);
    d
}

/// The paint of the values, and their names.
const VALUES: [(&str, &str); 5] = [
    (r##"fill="#d9761c" fill-opacity="0.7""##, "0 White's"),
    (r##"fill="#fff""##, "1 open"),
    (r##"fill="#b3243b" fill-opacity="0.7""##, "2 contested"),
    (r##"fill="#2f6db3" fill-opacity="0.7""##, "3 Black's"),
    (r##"fill="#8a8475" fill-opacity="0.5""##, "4 off the board"),
];

fn value_square(d: &mut Drawing, at: [f64; 2], size: f64, value: u8) {
    let (fill, _) = VALUES[usize::from(value) % VALUES.len()];
    let style = format!(r#"{fill} stroke="{INK}" stroke-width="0.8""#);
    d.rect(at, [size, size], &style);
    let middle = [at[0] + size / 2.0, at[1] + size * 0.62];
    d.write(middle, size * 0.36, MIDDLE, &value.to_string());
}

fn draw_values(opening: &mut Opening) -> Drawing {
    const SMALL: f64 = 40.0;
    let side = opening.broad.side();
    let extent = 2.0 * LEFT + CELL * side as f64;
    let mut d = Drawing::new(
        "The board of four values with one window, and the window as both sides see it",
        extent + 232.0,
        extent + 40.0,
    );
    for cell in 0..opening.broad.cells() {
        let at = corner(cell % side, cell / side);
        value_square(&mut d, at, CELL, opening.board.value(cell));
    }
    let (column, row) = opening.centre();
    let heavy = format!(r#"fill="none" stroke="{INK}" stroke-width="5""#);
    let [x, y] = corner(column - 1, row - 1);
    d.rect([x, y], [3.0 * CELL, 3.0 * CELL], &heavy);
    let [x, y] = corner(column, row);
    let dashed = format!(r#"fill="none" stroke="{INK}" stroke-width="2.5" stroke-dasharray="5 4""#);
    d.rect([x + 5.0, y + 5.0], [CELL - 10.0, CELL - 10.0], &dashed);
    let cell = row * side + column;
    for (turn, top) in [(Color::Black, LEFT), (Color::White, LEFT + 218.0)] {
        let (class, values) = Broad::unpack(opening.board.codes(turn)[cell]);
        let left = extent + 12.0;
        let who = match turn {
            Color::Black => "Black to move, 3 is Black's:",
            Color::White => "White to move, 3 is White's:",
        };
        d.write([left, top + 12.0], 14.0, "", who);
        for (place, value) in values.into_iter().enumerate() {
            let at = [
                left + SMALL * (place % 3) as f64,
                top + 24.0 + SMALL * (place / 3) as f64,
            ];
            value_square(&mut d, at, SMALL, value);
        }
        let below = top + 24.0 + 3.0 * SMALL + 22.0;
        d.write(
            [left, below],
            14.0,
            "",
            &format!("class {class}, turned to normal"),
        );
    }
    let mut x = LEFT;
    for (fill, words) in VALUES {
        x = d.key([x, extent + 14.0], fill, words);
    }
    d
}

fn draw_sizes() -> Drawing {
    const STEP: f64 = 50.0;
    const LARGEST: usize = 7;
    let rings = Rings::new(LARGEST);
    let middle = 30.0 + 3.5 * STEP;
    let extent = 2.0 * middle;
    let mut d = Drawing::new(
        "The points of the patterns R2 to R7, each with its distance from the middle",
        extent + 190.0,
        extent,
    );
    let thin = format!(r#"stroke="{FAINT}" stroke-width="0.8""#);
    for at in 0..7 {
        let (line, end) = (30.0 + STEP * (at as f64 + 0.5), extent - 30.0);
        d.stroke([30.0, line], [end, line], &thin);
        d.stroke([line, 30.0], [line, end], &thin);
    }
    let fills = [
        "#08306b", "#2166ac", "#5b9bd0", "#9ecae1", "#d2e6f3", "#ffffff",
    ];
    let ink = |ring: usize| if ring < 3 { "#fff" } else { INK };
    for place in 0..rings.points(rings.count() - 1) {
        let (across, down) = rings.offset(place);
        let away = distance(across.unsigned_abs(), down.unsigned_abs());
        let (x, y) = (middle + STEP * across as f64, middle + STEP * down as f64);
        d.line(&format!(
            r#"<circle cx="{x}" cy="{y}" r="20" fill="{}" stroke="{INK}"/>"#,
            fills[away - 2]
        ));
        let style = format!(r#"{MIDDLE} fill="{}""#, ink(away - 2));
        d.write([x, y + 6.0], 17.0, &style, &away.to_string());
    }
    d.line(&format!(
        r#"<path d="M{middle} {} l15 26 h-30 z" fill="{RED}"/>"#,
        middle - 17.0
    ));
    for (ring, fill) in fills.iter().enumerate().take(rings.count()) {
        let y = 62.0 + 40.0 * ring as f64;
        d.line(&format!(
            r#"<circle cx="{}" cy="{}" r="11" fill="{fill}" stroke="{INK}"/>"#,
            extent + 14.0,
            y - 5.0
        ));
        let words = format!("R{}: {} points", ring + 2, rings.points(ring));
        d.write([extent + 34.0, y], 15.0, "", &words);
    }
    d.write(
        [extent + 3.0, 62.0 + 40.0 * rings.count() as f64],
        14.0,
        "",
        "and the candidate itself",
    );
    d
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder: PathBuf = std::env::args_os()
        .nth(1)
        .map_or_else(|| "docs/methods/figures".into(), PathBuf::from);
    std::fs::create_dir_all(&folder)?;
    let mut opening = Opening::new().ok_or("a stone of the opening is not on the board")?;
    draw_influence(&opening).save(&folder, "broad-influence.svg")?;
    draw_averages(&opening).save(&folder, "broad-averages.svg")?;
    draw_values(&mut opening).save(&folder, "broad-values.svg")?;
    draw_sizes().save(&folder, "pattern-sizes.svg")?;
    Ok(())
}
