//! Nim with one heap: a move takes one, two or three stones, and whoever takes the last wins.

use std::any::Any;
use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Map, Value};
use tengen_engine::parameters::BudgetParams;
use tengen_engine::{Control, TimeSystem};
use tengen_game::Color;
use tengen_lab::experiment::{Files, Form, did_you_mean};
use tengen_lab::game::{
    Answer, Board, Count, Discipline, Lengths, Measured, OwnPlayer, Problem, Protocol, Sitting,
    Status, Suite,
};
use tengen_lab::player::{Action, Turn};
use tengen_lab::record::{GameRecord, PerSide, Side, VoidRecord};
use tengen_lab::run::ModelFile;
use tengen_params::Params;
use tengen_process::Filling;

/// The game.
#[derive(Debug)]
pub(crate) struct Nim;

/// The names of its players.
const RECIPES: [&str; 3] = ["perfect", "greedy", "nervous"];

impl Discipline for Nim {
    fn name(&self) -> &'static str {
        "nim"
    }

    fn keys(&self) -> &'static [&'static str] {
        &["heap"]
    }

    fn board(&self, form: &Form<'_>) -> Box<dyn Board> {
        Box::new(Heap::new(form.whole("heap", 1..=100).unwrap_or(12)))
    }

    fn usual_board(&self) -> Box<dyn Board> {
        Box::new(Heap::new(12))
    }

    fn recipe(&self, word: &str, _: &mut dyn Files) -> Result<Box<dyn OwnPlayer>, String> {
        let names = RECIPES.into_iter();
        let recipe = names.clone().find(|name| *name == word).ok_or_else(|| {
            let hint = did_you_mean(word, names);
            format!("there is no recipe {word:?}{hint}")
        })?;
        Ok(Box::new(Taker {
            recipe,
            budget: BudgetParams::default(),
        }))
    }

    fn usual_player(&self) -> Box<dyn OwnPlayer> {
        Box::new(Taker {
            recipe: "perfect",
            budget: BudgetParams::default(),
        })
    }

    /// `heaps = [5, 6]`.
    fn suite(&self, form: &Form<'_>, _: &mut dyn Files) -> Option<Suite> {
        let heaps = form.values("heaps")?;
        form.close();
        let problem = |heap: u64| Problem {
            name: heap.to_string(),
            groups: BTreeMap::new(),
            board: Box::new(Heap::new(heap)),
            right: vec![(heap % 4).to_string()],
            wrong: BTreeMap::new(),
        };
        let heaps = heaps.into_iter().filter_map(|heap| heap.as_integer());
        Some(Suite {
            file: "none".to_owned(),
            problems: heaps.map(|heap| problem(heap as u64)).collect(),
            left_out: 0,
        })
    }

    fn position(
        &self,
        form: &Form<'_>,
        _: &str,
        board: &dyn Board,
        _: &mut dyn Files,
    ) -> Option<Box<dyn Board>> {
        let mut board = board.boxed();
        for mv in form.needed_text("moves")?.split_whitespace() {
            let played = board.play(board.turn(), mv);
            played.map_err(|error| form.wrong("moves", error)).ok()?;
        }
        Some(board)
    }

    fn openings(
        &self,
        _: &str,
        file: &str,
        _: &dyn Board,
        _: usize,
    ) -> Result<Vec<Vec<String>>, String> {
        Err(format!("{file} holds no games of nim"))
    }

    fn ending(&self) -> &'static str {
        "nim"
    }

    fn protocol(&self) -> Box<dyn Protocol> {
        unreachable!("no program speaks of nim")
    }
}

/// A heap, and what was taken from it.
#[derive(Clone, Debug)]
struct Heap {
    start: u64,
    taken: Vec<u64>,
}

impl Heap {
    const fn new(start: u64) -> Self {
        Self {
            start,
            taken: Vec::new(),
        }
    }

    fn left(&self) -> u64 {
        self.start - self.taken.iter().sum::<u64>()
    }

    fn of(board: &dyn Board) -> Self {
        let board = (board as &dyn Any).downcast_ref::<Self>();
        board.expect("a heap").clone()
    }

    fn text(&self, moves: &[String], lines: &[(&str, String)]) -> String {
        let lines: String = lines.iter().map(|(_, text)| format!(" {text}")).collect();
        format!("nim {}\n{lines}", moves.join(" "))
    }
}

impl Board for Heap {
    fn boxed(&self) -> Box<dyn Board> {
        Box::new(self.clone())
    }

    fn empty(&self) -> Box<dyn Board> {
        Box::new(Self::new(self.start))
    }

    fn turn(&self) -> Color {
        Color::BOTH[self.taken.len() % 2]
    }

    fn play(&mut self, _: Color, mv: &str) -> Result<(), String> {
        let stones: u64 = self.reads(mv)?.parse().unwrap();
        if stones > self.left() {
            return Err(format!("there are only {} stones", self.left()));
        }
        self.taken.push(stones);
        Ok(())
    }

    fn reads(&self, word: &str) -> Result<String, String> {
        let stones = word.parse().ok().filter(|n| (1..=3_u64).contains(n));
        let stones = stones.ok_or("is no number from 1 to 3")?;
        Ok(stones.to_string())
    }

    fn candidates(&self) -> Vec<String> {
        (1..=self.left().min(3)).map(|n| n.to_string()).collect()
    }

    fn status(&self) -> Status {
        match self.left() {
            0 => Status::Over {
                by: "by the last stone",
                result: format!("{}+", (!self.turn()).letter().to_ascii_uppercase()),
                note: None,
            },
            _ => Status::Running,
        }
    }

    fn broken_off(&self) -> String {
        "0".to_owned()
    }

    fn count(&self, _: &PerSide<Option<String>>, _: &PerSide<String>) -> Count {
        unreachable!("there is nothing to count")
    }

    fn moves(&self) -> Vec<String> {
        self.taken.iter().map(u64::to_string).collect()
    }

    fn kept(&self) -> Vec<String> {
        self.moves()
    }

    fn replay(&mut self, kept: &[String]) -> Result<(), String> {
        let mut moves = kept.iter();
        moves.try_for_each(|mv| self.play(self.turn(), mv))
    }

    fn lengths(&self) -> Lengths {
        Lengths {
            ordinary: self.start as f64 / 2.0,
            limit: 100,
            most: 100,
            opening: 100,
            random: 5,
        }
    }

    fn description(&self) -> Map<String, Value> {
        let mut description = Map::new();
        description.insert("heap".to_owned(), self.start.into());
        description
    }

    fn position(&self) -> String {
        self.left().to_string()
    }

    fn settings(&self) -> Vec<(String, String)> {
        vec![("heap".to_owned(), self.start.to_string())]
    }

    fn fill(&self, _: &mut Filling) {}

    fn game_text(&self, record: &GameRecord, lines: &[(&str, String)]) -> String {
        self.text(&record.moves, lines)
    }

    fn void_text(
        &self,
        record: &VoidRecord,
        _: &PerSide<String>,
        _: Side,
        lines: &[(&str, String)],
    ) -> String {
        self.text(&record.moves, lines)
    }

    fn compare(&self, record: &GameRecord, text: &str) -> Result<(), String> {
        let first = text.lines().next().unwrap_or_default();
        match first == format!("nim {}", record.moves.join(" ")) {
            true => Ok(()),
            false => Err("is another game".to_owned()),
        }
    }
}

/// A player: one that leaves multiples of four, one that takes all it can, one that panics.
#[derive(Clone, Debug)]
struct Taker {
    recipe: &'static str,
    budget: BudgetParams,
}

impl OwnPlayer for Taker {
    fn boxed(&self) -> Box<dyn OwnPlayer> {
        Box::new(self.clone())
    }

    fn params(&self) -> &dyn Params {
        &self.budget
    }

    fn params_mut(&mut self) -> &mut dyn Params {
        &mut self.budget
    }

    fn budget(&self) -> &BudgetParams {
        &self.budget
    }

    fn budget_mut(&mut self) -> &mut BudgetParams {
        &mut self.budget
    }

    fn models(&self) -> Result<BTreeMap<String, ModelFile>, String> {
        Ok(BTreeMap::new())
    }

    fn prepare(&mut self, _: &Problem) {}

    fn sit(&self, board: &dyn Board) -> Result<Box<dyn Sitting>, String> {
        Ok(Box::new(Seat {
            recipe: self.recipe,
            heap: Heap::of(board),
        }))
    }
}

struct Seat {
    recipe: &'static str,
    heap: Heap,
}

impl Seat {
    fn best(&self) -> String {
        let stones = match (self.recipe, self.heap.left()) {
            ("perfect", left) if left % 4 != 0 => left % 4,
            ("perfect", _) => 1,
            ("greedy", left) => left.min(3),
            _ => panic!("number {}", 7),
        };
        stones.to_string()
    }
}

impl Sitting for Seat {
    fn set_clock(&mut self, _: TimeSystem) {}

    fn time_left(&mut self, _: Color, _: Duration, _: u32) {}

    fn play(&mut self, color: Color, mv: &str) -> Result<(), String> {
        self.heap.play(color, mv)
    }

    fn choose(&mut self, color: Color, _: &mut dyn Control) -> Turn {
        let mv = self.best();
        self.heap.play(color, &mv).unwrap();
        Turn {
            action: Action::Play(mv),
            winrate: None,
            playouts: Some(1),
        }
    }

    fn answer(&mut self, _: &Problem, _: &mut dyn Control) -> Answer {
        Answer {
            mv: self.best(),
            winrate: None,
            playouts: 1,
        }
    }

    fn measure(&mut self, _: &mut dyn Control) -> Measured {
        Measured {
            best: self.best(),
            counts: [("stones".to_owned(), self.heap.left() as f64)].into(),
            rows: BTreeMap::new(),
            playouts: 1,
        }
    }

    fn claim(&mut self) -> Option<String> {
        None
    }
}
