//! The fast board and the game against the slow reference, move for move, under random play.

use crate::reference::{Reference, Refusal};
use tengen_game::Rng;
use tengen_go::board::key;
use tengen_go::score::territory;
use tengen_go::{
    Color, Game, Illegal, Ko, Komi, Move, Point, PointSet, Rules, Score, Scoring, Size, Stones,
    Suicide,
};

/// Board sizes with how many games are played under each rule set, and how many positions lie
/// between two that are compared in full.
const PLAN: [(usize, usize, usize); 9] = [
    (2, 100, 1),
    (3, 150, 1),
    (4, 150, 1),
    (5, 120, 1),
    (7, 25, 1),
    (9, 6, 2),
    (13, 2, 6),
    (19, 1, 23),
    (25, 1, 61),
];

/// The number of points that a game refused, by reason: a comparison that never met one proves
/// nothing.
#[derive(Clone, Copy, Debug, Default)]
struct Refused {
    suicide: usize,
    ko: usize,
    superko: usize,
}

struct Lockstep {
    game: Game,
    reference: Reference,
    rng: Rng,
    refused: Refused,
    /// The number of positions with unequal territory whose scores were compared.
    territories: usize,
}

impl Lockstep {
    fn new(side: usize, rules: Rules, seed: u64) -> Self {
        let size = Size::new(side).unwrap();
        Self {
            game: Game::new(size, rules, Komi::ZERO),
            reference: Reference::new(side, rules),
            rng: Rng::new(seed),
            refused: Refused::default(),
            territories: 0,
        }
    }

    fn point(&self, index: usize) -> Point {
        Point::from_index(index, self.game.size()).unwrap()
    }

    /// A random move: mostly of the side to move, now and then a pass; any legal point, own eyes
    /// included.
    fn choose(&mut self) -> (Color, Option<usize>) {
        let out_of_turn = self.rng.below(20) == 0;
        let color = if out_of_turn {
            !self.game.turn()
        } else {
            self.game.turn()
        };
        if self.rng.below(30) == 0 {
            return (color, None);
        }
        let area = self.game.size().area();
        let start = self.rng.below(u32::try_from(area).unwrap()) as usize;
        let found = (0..area)
            .map(|i| (start + i) % area)
            .find(|&i| self.reference.check(color, i).is_ok());
        (color, found)
    }

    fn step(&mut self) {
        let (color, index) = self.choose();
        let mv = index.map_or(Move::Pass, |i| Move::Play(self.point(i)));
        self.game.play(color, mv).unwrap();
        self.reference.play(color, index);
    }

    /// Compares what is cheap: stones, hash, prisoners, turn.
    fn compare_stones(&self) {
        let (stones, reference) = (self.game.stones(), &self.reference);
        let mut hash = 0;
        for (index, &expected) in reference.now.iter().enumerate() {
            let point = self.point(index);
            assert_eq!(stones.at(point), expected, "{point:?}");
            hash ^= expected.map_or(0, |color| key(color, point));
        }
        assert_eq!(stones.hash(), hash, "the hash is that of the stones");
        assert_eq!(self.game.turn(), reference.turn);
        for color in Color::BOTH {
            let count = reference.now.iter().filter(|&&s| s == Some(color)).count();
            assert_eq!(stones.stones(color), count);
            let captures = reference.captures[color as usize];
            assert_eq!(self.game.captures(color), captures);
        }
    }

    /// Compares chains, liberties, the score, and for both colours the legality of every point.
    fn compare_everything(&mut self) {
        let area = self.reference.now.len();
        for index in 0..area {
            if self.reference.now[index].is_some() {
                self.compare_chain(index);
            }
            for color in Color::BOTH {
                self.compare_legality(color, index);
            }
        }
        let score = self.game.score(&PointSet::EMPTY);
        match self.game.rules().scoring {
            Scoring::Area => assert_eq!(score.thousandths(), self.reference.area() * 1000),
            Scoring::Territory => self.compare_territory(score),
        }
    }

    /// Compares territory. Only regions of one or two points on a board with dame can be taken for
    /// eyes in seki; where there are none the score must agree as well.
    fn compare_territory(&mut self, score: Score) {
        let reference = &self.reference;
        let found = territory(self.game.stones(), &PointSet::EMPTY);
        let dame = reference.has_dame();
        let (mut points, mut exact) = (0, true);
        for (index, owner) in reference.surrounded().into_iter().enumerate() {
            let point = self.point(index);
            let may_be_seki = owner.is_some() && dame && reference.room(index) <= 2;
            exact &= !may_be_seki;
            for color in Color::BOTH {
                let counted = found[color].contains(point);
                let expected = owner == Some(color);
                assert!(
                    counted == expected || (may_be_seki && !counted),
                    "{color} at {point:?}"
                );
            }
            points += owner.map_or(0, Color::sign);
        }
        if exact {
            let [black, white] = reference.captures.map(|n| i32::try_from(n).unwrap());
            assert_eq!(score.thousandths(), (points + black - white) * 1000);
            self.territories += usize::from(points != 0);
        }
    }

    fn compare_chain(&self, index: usize) {
        let (stones, point) = (self.game.stones(), self.point(index));
        let expected = self.reference.chain(&self.reference.now, index);
        let set =
            |indices: &[usize]| -> PointSet { indices.iter().map(|&i| self.point(i)).collect() };
        assert_eq!(
            stones.chain(point).collect::<PointSet>(),
            set(&expected.stones)
        );
        assert_eq!(stones.chain(point).count(), expected.stones.len());
        let liberties = stones.liberty_points(point);
        assert_eq!(liberties.len(), expected.liberties.len());
        let liberties: PointSet = liberties.into_iter().collect();
        assert_eq!(liberties, set(&expected.liberties));
        for cap in 1..4 {
            let count = expected.liberties.len().min(cap);
            assert_eq!(stones.liberties(point, cap), count);
        }
    }

    fn compare_legality(&mut self, color: Color, index: usize) {
        let point = self.point(index);
        let reference = &self.reference;
        let found = self.game.check(color, Move::Play(point));
        let agrees = match reference.check(color, index) {
            Ok(()) => found.is_ok(),
            Err(Refusal::Occupied) => matches!(found, Err(Illegal::Occupied { .. })),
            Err(Refusal::Suicide) => matches!(found, Err(Illegal::Suicide { .. })),
            Err(Refusal::Repetition) => {
                matches!(found, Err(Illegal::Ko { .. } | Illegal::Superko { .. }))
            }
        };
        assert!(agrees, "{color} at {point:?}: {found:?}");
        match found {
            Err(Illegal::Suicide { .. }) => self.refused.suicide += 1,
            Err(Illegal::Ko { .. }) => self.refused.ko += 1,
            Err(Illegal::Superko { .. }) => self.refused.superko += 1,
            _ => {}
        }
        if reference.now[index].is_none() {
            let (after, _, own) = reference.after(color, index);
            let stones = self.game.stones();
            assert_eq!(stones.would_suicide(color, point), own > 0);
            // The board refuses a ko to either colour, since it does not know who took it.
            if color == reference.turn || stones.ko() != Some(point) {
                let legal = own == 0 && !reference.retakes_ko(color, &after);
                assert_eq!(stones.is_legal(color, point), legal, "{color} at {point:?}");
                compare_trial(stones, color, point, legal);
            }
        }
    }
}

/// Plays on a copy: the board accepts what it calls legal and is unchanged otherwise.
fn compare_trial(stones: &Stones, color: Color, point: Point, legal: bool) {
    let mut trial = stones.clone();
    assert_eq!(trial.play(color, point), legal);
    if !legal {
        assert_eq!((trial.hash(), trial.ko()), (stones.hash(), stones.ko()));
        assert_eq!(trial.at(point), None);
    }
}

fn run(rules: Rules) {
    let (mut games, mut moves, mut positions) = (0, 0, 0);
    let mut refused = Refused::default();
    let mut territories = 0;
    for (side, count, every) in PLAN {
        for seed in 0..count as u64 {
            let mut lockstep = Lockstep::new(side, rules, seed * 1000 + side as u64);
            for number in 0..side * side * 5 / 4 + 20 {
                lockstep.compare_stones();
                if number % every == 0 {
                    lockstep.compare_everything();
                    positions += 1;
                }
                lockstep.step();
                moves += 1;
            }
            lockstep.compare_stones();
            refused.suicide += lockstep.refused.suicide;
            refused.ko += lockstep.refused.ko;
            refused.superko += lockstep.refused.superko;
            territories += lockstep.territories;
            games += 1;
        }
    }
    println!(
        "{rules}: {games} games, {moves} moves, {positions} positions compared in full, {refused:?}"
    );
    assert_eq!(
        territories > 50,
        rules.scoring == Scoring::Territory,
        "{territories}"
    );
    assert_eq!(refused.suicide > 0, rules.suicide == Suicide::Forbidden);
    // Kos are rare in random play; the seeds are fixed, so the numbers only change with the play.
    assert!(refused.ko > 50, "{refused:?}");
    assert_eq!(refused.superko > 0, rules.ko != Ko::Simple);
}

#[test]
fn chinese() {
    run(Rules::CHINESE);
}

#[test]
fn tromp_taylor() {
    run(Rules::TROMP_TAYLOR);
}

#[test]
fn japanese() {
    run(Rules::JAPANESE);
}

#[test]
fn aga() {
    run(Rules::AGA);
}

#[test]
fn new_zealand() {
    run(Rules::NEW_ZEALAND);
}
