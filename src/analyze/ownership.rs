//! A map of who is likely to own which point at the end.

use std::io::Write;

use anstyle::{Color as Paint, RgbColor, Style};
use tengen_go::{Color, Game, Point};

use crate::failure::Failure;
use crate::screen::Screen;

/// A point is somebody's if so much of its ownership is.
const SURE: f32 = 0.7;
/// A point is rather somebody's if so much of its ownership is.
const LIKELY: f32 = 0.3;

/// Draws the map: letters where there are no colours, shades with the stones on them where there
/// are.
pub(super) fn draw(game: &Game, ownership: &[f32], screen: &mut Screen) -> Result<(), Failure> {
    let size = game.size();
    let side = size.get();
    let colored = screen.is_colored();
    if colored {
        writeln!(
            screen,
            "Ownership: the darker Black's, the lighter White's."
        )?;
    } else {
        writeln!(
            screen,
            "Ownership: X Black's, x likely, o likely, O White's."
        )?;
    }
    let mut picture = String::from("  ");
    for column in (0..side).filter_map(|column| Point::new(column, 0)) {
        picture.push(' ');
        picture.extend(column.label(size).chars().take(1));
    }
    picture.push('\n');
    for row in 0..side {
        picture.push_str(&format!("{:2}", side - row));
        for point in (0..side).filter_map(|column| Point::new(column, row)) {
            let owner = ownership.get(point.index(size)).copied().unwrap_or(0.0);
            if colored {
                picture.push_str(&shade(owner, game.at(point)));
            } else {
                picture.push(' ');
                picture.push(letter(owner));
            }
        }
        picture.push('\n');
    }
    write!(screen, "{picture}")?;
    Ok(())
}

fn letter(owner: f32) -> char {
    match owner {
        owner if owner >= SURE => 'X',
        owner if owner >= LIKELY => 'x',
        owner if owner <= -SURE => 'O',
        owner if owner <= -LIKELY => 'o',
        _ => '.',
    }
}

/// Two columns in a grey from black to white, with the stone that stands there.
fn shade(owner: f32, stone: Option<Color>) -> String {
    let grey = (127.5 - 115.0 * owner.clamp(-1.0, 1.0)) as u8;
    let (red, green, blue) = match stone {
        Some(Color::Black) => (0, 0, 0),
        Some(Color::White) => (255, 255, 255),
        None => (grey, grey, grey),
    };
    let style = Style::new()
        .bg_color(Some(Paint::Rgb(RgbColor(grey, grey, grey))))
        .fg_color(Some(Paint::Rgb(RgbColor(red, green, blue))));
    format!(
        "{style} {}{style:#}",
        if stone.is_some() { '●' } else { ' ' }
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ownership_has_five_letters() {
        let letters: String = [1.0, 0.5, 0.0, -0.5, -1.0].map(letter).iter().collect();
        assert_eq!(letters, "Xx.oO");
    }
}
