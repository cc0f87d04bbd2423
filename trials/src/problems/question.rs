//! A framed problem, put to an engine.

use std::fs;
use std::time::Duration;

use tengen_go::{Color, Point};
use tengen_record::pair;

use super::frame::Framed;
use super::problem::Problem;
use tengen_lab::process::{CommandLine, Engine, Fault};

/// Puts the position on an engine's board and asks for a move.
///
/// The stones come as an SGF file if the engine loads such, which leaves no history that a search
/// could look at, and else as moves.
pub(crate) fn ask(
    framed: &Framed,
    problem: &Problem,
    line: &CommandLine,
    seed: u64,
    timeout: u64,
) -> Result<String, Fault> {
    let mut engine = Engine::start(line, seed, Duration::from_secs(timeout))?;
    if engine.knows("loadsgf")? {
        let file = format!("trials-{}-{}.sgf", std::process::id(), problem.id);
        let path = std::env::temp_dir().join(file);
        fs::write(&path, sgf(framed, problem.turn))
            .map_err(|error| Fault::Start(format!("{}: {error}", path.display())))?;
        let told = engine.tell(&format!("loadsgf {}", path.display()));
        let _ = fs::remove_file(&path);
        told?;
    } else {
        engine.tell(&format!("boardsize {}", framed.stones.size().get()))?;
        engine.tell("clear_board")?;
        for (point, color) in set_stones(framed) {
            let label = point.label(framed.stones.size());
            engine.tell(&format!("play {} {label}", color.letter()))?;
        }
    }
    engine.tell(&format!("komi {}", framed.komi))?;
    let genmove = match engine.knows("reg_genmove")? {
        true => "reg_genmove",
        false => "genmove",
    };
    let said = engine.tell(&format!("{genmove} {}", problem.turn.letter()))?;
    engine.quit();
    Ok(said)
}

fn set_stones(framed: &Framed) -> impl Iterator<Item = (Point, Color)> + '_ {
    Point::all(framed.stones.size()).filter_map(|point| Some((point, framed.stones.at(point)?)))
}

fn sgf(framed: &Framed, turn: Color) -> String {
    let stones = |wanted: Color| -> String {
        set_stones(framed)
            .filter(|&(_, color)| color == wanted)
            .map(|(point, _)| format!("[{}]", pair(point)))
            .collect()
    };
    format!(
        "(;GM[1]FF[4]SZ[{}]KM[{}]RU[Chinese]PL[{}]AB{}AW{})\n",
        framed.stones.size().get(),
        framed.komi,
        turn.letter().to_ascii_uppercase(),
        stones(Color::Black),
        stones(Color::White)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem() -> Problem {
        let text = r#"{"id":1,"rank":"5k","type":"lifeAndDeath","size":19,"to_play":"W",
            "B":["pa","pb","pc","pd","qd","rd","sd"],
            "W":["qa","qb","qc","rc","sc"],"forced":["rb"]}"#;
        Problem::read(text).unwrap()
    }

    #[test]
    fn the_file_for_the_engine_holds_the_framed_position() {
        let problem = &problem();
        let framed = Framed::new(problem, 1).unwrap();
        let text = sgf(&framed, problem.turn);
        assert!(text.starts_with("(;GM[1]FF[4]SZ[9]KM["), "{text}");
        assert!(text.contains("PL[W]AB["), "{text}");
        let stones = text.matches("][").count() + 2;
        assert_eq!(stones, set_stones(&framed).count(), "{text}");
    }
}
