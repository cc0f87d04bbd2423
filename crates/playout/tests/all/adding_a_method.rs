//! The example of `docs/adding-a-method.md`: a method of a page, from its parameters to its tests.
//!
//! The document quotes the method word for word, and the tests of documents compare them, so that neither can change
//! alone. The method is here, and not in `src/`, because it is an example: no recipe plays it.

use tengen_game::Rng;
use tengen_go::board::{Board9, Hashed, Vertex};
use tengen_go::{Color, Komi, Point, Size};
use tengen_playout::playout::play_out_gated;
use tengen_playout::tabu::{LeafPlace, TabuEntries, TabuSchedule};
use tengen_playout::{Gate, GateDecision, Open, Start, Tabu, TabuParams, Uniform, play_out};

tengen_params::params! {
    /// No first moves on the edge while the game is young.
    pub struct FirstLineParams as first_line {
        /// How many first moves of a playout are looked at; 0 looks at none.
        depth: u32 = 0, 0..=32;
        /// Up to which move of the game.
        until: u32 = 20, 0..=625;
        /// How many moves of a playout may be refused.
        refusals: u32 = 8, 0..=1000;
    }
}

/// A gate that wants no moves on the first line, in front of another.
#[derive(Debug)]
pub struct FirstLine<G> {
    depth: usize,
    left: u32,
    edge: usize,
    /// The gate behind, which sees only what this one admits.
    pub inner: G,
}

impl<G> FirstLine<G> {
    /// The gate of one playout from a leaf at move `k` of a game.
    pub fn new(params: &FirstLineParams, size: Size, k: usize, inner: G) -> Self {
        let young = k < params.until as usize;
        Self {
            depth: if young { params.depth as usize } else { 0 },
            left: params.refusals,
            edge: size.get() - 1,
            inner,
        }
    }
}

impl<const W: usize, G: Gate<W>> Gate<W> for FirstLine<G> {
    fn depth(&self) -> usize {
        self.depth.max(self.inner.depth())
    }

    #[inline]
    fn admit(&mut self, m: usize, mv: Vertex<W>, successor: impl FnOnce() -> u64) -> GateDecision {
        let (column, row) = (mv.point().column(), mv.point().row());
        let outside = [column, row].iter().any(|&at| at == 0 || at == self.edge);
        if m < self.depth && self.left > 0 && outside {
            self.left -= 1;
            return GateDecision::Redraw;
        }
        if m < self.inner.depth() {
            self.inner.admit(m, mv, successor)
        } else {
            GateDecision::Admit
        }
    }

    fn finished(&mut self, winner: Option<Color>) {
        self.inner.finished(winner);
    }
}

type V9 = Vertex<10>;

const KOMI: Komi = Komi::SEVEN_AND_A_HALF;

fn params(depth: u32) -> FirstLineParams {
    FirstLineParams {
        depth,
        ..FirstLineParams::default()
    }
}

fn gate<G>(params: &FirstLineParams, k: usize, inner: G) -> FirstLine<G> {
    FirstLine::new(params, Size::NINE, k, inner)
}

/// The moves of a playout of random moves behind a gate.
fn moves<G: Gate<10>>(gate: &mut G, size: Size, seed: u64) -> Vec<Option<V9>> {
    let mut moves = Vec::new();
    let (board, policy) = (&mut Board9::new(size), &mut Uniform::<Hashed>::new());
    let rng = &mut Rng::new(seed);
    play_out_gated(board, Start::NEW_GAME, policy, gate, KOMI, &mut moves, rng);
    moves
}

fn on_first_line(mv: Option<V9>) -> bool {
    let inner = 1..8;
    mv.is_some_and(|v| !inner.contains(&v.point().column()) || !inner.contains(&v.point().row()))
}

#[test]
fn the_first_moves_are_not_on_the_edge() {
    let patient = FirstLineParams {
        refusals: 1000,
        ..params(6)
    };
    let mut later = 0;
    for seed in 0..100 {
        let moves = moves(&mut gate(&patient, 0, Open), Size::NINE, seed);
        assert!(!moves[..6].iter().any(|&mv| on_first_line(mv)), "{seed}");
        later += usize::from(on_first_line(moves[6]));
    }
    // 32 of 81 points are on the edge.
    assert!((20..60).contains(&later), "{later}");
}

/// A gate that is switched off, or too late in the game, plays the very moves that it would
/// without.
#[test]
fn switched_off_it_changes_nothing() {
    for (params, k) in [(params(0), 0), (params(6), 20)] {
        for seed in 0..20 {
            let mut plain: Vec<Option<V9>> = Vec::new();
            let (board, policy) = (&mut Board9::new(Size::NINE), &mut Uniform::<Hashed>::new());
            let rng = &mut Rng::new(seed);
            play_out(board, Start::NEW_GAME, policy, &mut plain, rng);
            let mut gate = gate(&params, k, Open);
            assert_eq!(moves(&mut gate, Size::NINE, seed), plain);
        }
    }
}

/// On 2×2 there is nothing but the edge: the gate gives in, and nobody passes for its sake.
#[test]
fn where_there_is_no_other_move_the_gate_gives_in() {
    let size = Size::new(2).unwrap();
    for seed in 0..20 {
        let mut gate = FirstLine::new(&params(2), size, 0, Open);
        assert!(
            moves(&mut gate, size, seed)[..2]
                .iter()
                .all(Option::is_some)
        );
        assert_eq!(gate.left, 0);
    }
}

/// Tabu lists behind it are told what is admitted and nothing else, however deep either looks.
#[test]
fn lists_behind_it_see_what_it_admits() {
    let mut tabu = Tabu::new(
        &TabuParams {
            size: 18,
            depth: 2,
            entries: TabuEntries::Moves,
            schedule: TabuSchedule::Constant,
            ..TabuParams::default()
        },
        Size::NINE,
    )
    .unwrap();
    let leaf = LeafPlace {
        node: 7,
        parent: None,
        played: 0,
        depth: 1,
        turn: Color::Black,
    };
    let vertex = |column, row| V9::new(Point::new(column, row).unwrap()).unwrap();
    let (corner, centre) = (vertex(0, 0), vertex(4, 4));
    let once = FirstLineParams {
        refusals: 1,
        ..params(1)
    };
    let mut first = gate(&once, 0, tabu.at(leaf).unwrap());
    assert_eq!(Gate::<10>::depth(&first), 2);
    let mut ask = |m, mv| first.admit(m, mv, || 0);
    assert_eq!(ask(0, corner), GateDecision::Redraw, "by the first line");
    assert_eq!(ask(0, centre), GateDecision::Admit);
    assert_eq!(ask(0, centre), GateDecision::Redraw, "by the list");
    assert_eq!(ask(0, corner), GateDecision::Admit, "no refusal is left");
    assert_eq!(
        ask(1, corner),
        GateDecision::Admit,
        "only the list looks so deep"
    );
    assert_eq!(first.inner.refused(), 1);
}
