//! `tengen net eval`: what a network says of a position, by itself.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use anstyle::Style;
use serde_json::{Value, json};
use tengen_go::{Color, Move, Point, Size, Symmetry};
use tengen_go_engine::network::NetParams;
use tengen_net::{Evaluator, Judgement, Network, Output, file, input};

use crate::board::{Mark, draw_marked};
use crate::failure::Failure;
use crate::position::{self, Position};
use crate::screen::Screen;

const STRONG: Style = Style::new().bold();

/// The moves that are listed.
const LISTED: usize = 10;

/// Which network, which position.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A network of KataGo's or ours.
    #[arg(long, value_name = "FILE")]
    net: PathBuf,
    /// Turn the board by the symmetry of this number, 0 to 7, before the network sees it [default: 0, as it stands].
    #[arg(long, value_name = "N", default_value_t = 0)]
    #[arg(value_parser = clap::value_parser!(u8).range(0..8))]
    symmetry: u8,
    /// The numbers that convolutions multiply: single or bfloat16, as `net.precision` says.
    #[arg(long, value_name = "NUMBERS", default_value = "single")]
    precision: String,
    /// Write an object of JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    position: position::Args,
}

/// What a network says of a position.
pub(super) struct Said {
    pub(super) size: Size,
    pub(super) turn: Color,
    pub(super) judgement: Judgement,
    /// In reading order.
    pub(super) ownership: Vec<f32>,
}

impl Said {
    /// Asks the network about the position that a game has reached.
    pub(super) fn of(
        evaluator: &mut Evaluator,
        game: &tengen_go::Game,
        symmetry: Symmetry,
    ) -> Result<Self, Failure> {
        let size = game.size();
        let failed = |error: input::InputError| Failure::Failed(error.to_string());
        let moment = input::Moment::of_game(game).map_err(failed)?;
        let mut scratch = input::Scratch::with_memory(4);
        let features = input::features(&moment, &mut scratch).turned(symmetry);
        let mut turned = [Output::default()];
        evaluator.evaluate(&[features], &mut turned);
        let mut output = turned[0].clone();
        for point in Point::all(size) {
            let image = symmetry.point(point, size).index(size);
            output.policy[point.index(size)] = turned[0].policy[image];
            output.ownership[point.index(size)] = turned[0].ownership[image];
        }
        let turn = game.turn();
        let judgement = output.judge(size, &moment.terms, |mv| game.check(turn, mv).is_ok());
        Ok(Self {
            size,
            turn,
            judgement,
            ownership: output.ownership[..size.area()].to_vec(),
        })
    }

    /// For programs; see `docs/json.md`.
    fn object(&self) -> Value {
        let said = &self.judgement;
        let points = &said.moves[..self.size.area()];
        let policy: Vec<Value> = points.iter().map(|p| json!(p)).collect();
        let pass = [json!(said.pass)];
        json!({
            "turn": self.turn.to_string().to_lowercase(),
            "policy": policy.into_iter().chain(pass).collect::<Vec<_>>(),
            "win": said.win,
            "loss": said.loss,
            "no_result": said.no_result,
            "lead": said.lead,
            "ownership": self.ownership,
        })
    }

    /// The likeliest moves first.
    fn moves(&self) -> Vec<(Move, f32)> {
        let points = Point::all(self.size).zip(&self.judgement.moves);
        let points = points.filter_map(|(point, p)| p.map(|p| (Move::Play(point), p)));
        let mut moves: Vec<_> = points.chain([(Move::Pass, self.judgement.pass)]).collect();
        moves.sort_by(|a, b| b.1.total_cmp(&a.1));
        moves
    }
}

/// Evaluates the position.
pub(super) fn run(args: &Args, screen: &mut Screen) -> Result<(), Failure> {
    let failed = |sentence: String| Failure::Failed(sentence);
    let model = file::read(&args.net).map_err(|error| failed(error.to_string()))?;
    let (position, well) = args.position.position("evaluated")?;
    let size = position.game.size();
    let mut net = NetParams::default();
    tengen_params::set(&mut net, "net.precision", &args.precision)
        .map_err(|error| failed(error.to_string()))?;
    let isa = net.isa().map_err(|error| failed(error.to_string()))?;
    let network = Network::new(&model, size, isa);
    let network = network.map_err(|error| failed(error.to_string()))?;
    let mut evaluator = Evaluator::new(Arc::new(network), 1);
    let symmetry = Symmetry::ALL[usize::from(args.symmetry)];
    let said = Said::of(&mut evaluator, &position.game, symmetry)?;
    if args.json {
        writeln!(screen, "{}", said.object())?;
    } else {
        tell(&model.name, &position, &said, screen)?;
    }
    if well { Ok(()) } else { Err(Failure::Said) }
}

/// For people: the board with the letters of the likeliest moves and what belongs to whom.
fn tell(name: &str, position: &Position, said: &Said, screen: &mut Screen) -> Result<(), Failure> {
    let game = &position.game;
    let (rules, komi, size) = (game.rules(), game.komi(), said.size);
    let heading = format!("{position}: {size}, {rules} rules, komi {komi}.");
    writeln!(screen, "{STRONG}{heading}{STRONG:#}\n")?;
    let moves = said.moves();
    let shown: Vec<_> = moves
        .iter()
        .take(LISTED)
        .filter(|(_, p)| *p >= 0.005)
        .collect();
    draw_marked(screen, game.stones(), |point| {
        let listed = shown.iter().position(|(mv, _)| mv.point() == Some(point));
        if let Some(i) = listed {
            return Some(Mark::Letter((b'a' + i as u8) as char));
        }
        let own = said.ownership[point.index(size)];
        let side = if own > 0.0 { said.turn } else { !said.turn };
        (own.abs() > 0.5).then_some(Mark::Territory(side))
    })?;
    let judged = &said.judgement;
    writeln!(screen)?;
    let percent = |p: f32| format!("{:.1} %", 100.0 * p);
    let mut rows = vec![
        ("Network", name.to_owned()),
        ("To move", said.turn.to_string()),
        ("Win", percent(judged.win)),
        ("Loss", percent(judged.loss)),
    ];
    if judged.no_result > 0.001 {
        rows.push(("No result", percent(judged.no_result)));
    }
    rows.push(("Lead", format!("{:+.1}", judged.lead)));
    for (name, text) in rows {
        writeln!(screen, "{name:<10}  {text}")?;
    }
    writeln!(screen)?;
    for (i, (mv, p)) in shown.iter().enumerate() {
        let letter = match mv {
            Move::Pass => ' ',
            Move::Play(_) => (b'a' + i as u8) as char,
        };
        writeln!(screen, "{letter}  {:<5} {:>7}", mv.label(size), percent(*p))?;
    }
    Ok(())
}
