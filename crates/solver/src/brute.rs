//! Late endgames by plain minimax over the whole board: a second opinion on [`crate::endgame`].
//!
//! It plays the same game, defined there, and is made to be believed rather than to be fast. All
//! positions are listed that can come about on the whole board, whoever moves and however often in a
//! row; each is counted as it stands; and from the last ones backwards every position gets the best that
//! the side to move can reach from it. Nothing is cut off, and the board is not cut into areas: there is
//! no sum, no value, no bound. If any order of moves repeats a position, there is no answer, so that
//! neither ko nor the past can matter.
//!
//! It shares with the solver the board itself (which moves are legal, what they capture) and Benson's
//! theorem on unconditional life. What is settled is found by code of its own, and found anew in every
//! position.

use std::collections::HashMap;
use std::time::Instant;

use tengen_go::benson::unconditional_life;
use tengen_go::{Color, Game, Move, Point, PointSet, Rules, Scoring, Stones, Suicide, score};

/// The largest number of points that may be unsettled at the start.
const MOST: usize = 128;

/// Bounds of the work.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// The most positions that are listed; each takes some hundred bytes.
    pub positions: u64,
    /// The time to stop at the latest.
    pub deadline: Option<Instant>,
}

/// A reason that there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GivenUp {
    /// Too many positions.
    #[error("the whole board has more than {limit} positions")]
    TooLarge {
        /// The number that there may be.
        limit: u64,
    },
    /// Too many points.
    #[error("more than {MOST} points are not settled")]
    TooWide,
    /// No time.
    #[error("the time is over")]
    Time,
    /// Ko, or a longer cycle.
    #[error("some order of moves repeats a position")]
    Repeats,
    /// A game with moves.
    #[error("the position comes from a game, whose past may matter; it must be set up")]
    Past,
}

/// The scores that were found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Every move of the side that is not played into what is settled, in reading order, and then the
    /// pass; each with the points that Black is ahead at the end, komi apart.
    pub scores: Vec<(Move, i32)>,
    /// The number of positions of the board.
    pub positions: usize,
}

/// The exact score of every move of a side in a position that was set up.
///
/// # Errors
/// If it was not set up, if a position can come back, or if a bound is reached.
pub fn solve(game: &Game, turn: Color, bounds: &Bounds) -> Result<Found, GivenUp> {
    if game.moves().len() > 0 {
        return Err(GivenUp::Past);
    }
    let mut stones = game.stones().clone();
    stones.forget_ko();
    let mut table = Table::new(&stones, game.rules(), *bounds)?;
    let root = table.place(stones);
    let (count, options) = (root.count, root.options.clone());
    table.fill(root)?;
    let taken = |color| i32::try_from(game.captures(color)).unwrap_or(0);
    let before = match game.rules().scoring {
        Scoring::Territory => taken(Color::Black) - taken(Color::White),
        Scoring::Area => 0,
    };
    let own = options.iter().filter(|option| option.color == turn);
    let mut scores: Vec<(Move, i32)> = own
        .map(|option| (Move::Play(option.point), before + table.after(option)))
        .collect();
    // The other side may pass as well, which ends the game, or move.
    let passed = table.best(&options, !turn, count);
    scores.push((Move::Pass, before + passed));
    Ok(Found {
        scores,
        positions: table.values.len(),
    })
}

/// The territory of a side that is settled: regions whose whole border lives unconditionally, and in
/// which the other side has no room for two eyes.
#[must_use]
pub fn settled(stones: &Stones, suicide: Suicide, color: Color) -> PointSet {
    let size = stones.size();
    let living = unconditional_life(stones, color, suicide).stones;
    let mut territory = PointSet::EMPTY;
    let mut seen = PointSet::EMPTY;
    for start in Point::all(size) {
        if stones.at(start) == Some(color) || !seen.insert(start) {
            continue;
        }
        // The region around the point, grown step by step.
        let mut region = vec![start];
        let mut border = PointSet::EMPTY;
        let mut next = 0;
        while let Some(&point) = region.get(next) {
            next += 1;
            for near in point.neighbours(size) {
                if stones.at(near) == Some(color) {
                    border.insert(near);
                } else if seen.insert(near) {
                    region.push(near);
                }
            }
        }
        if border.is_empty() || !border.is_subset(&living) {
            continue;
        }
        let eyes: Vec<Point> = region
            .iter()
            .copied()
            .filter(|&point| stones.at(point).is_none() || suicide == Suicide::Allowed)
            .filter(|&point| point.neighbours(size).all(|near| !living.contains(near)))
            .collect();
        let apart = |a: Point, b: Point| a != b && a.neighbours(size).all(|near| near != b);
        let room = eyes.iter().any(|&a| eyes.iter().any(|&b| apart(a, b)));
        if !room {
            territory.extend(region);
        }
    }
    territory
}

/// The points that Black is ahead in a position as it stands, prisoners apart, if this is the settled
/// territory of Black and of White.
#[must_use]
pub fn count(stones: &Stones, scoring: Scoring, [black, white]: [&PointSet; 2]) -> i32 {
    let is_stone = |&point: &Point| stones.at(point).is_some();
    let dead = |territory: &PointSet| -> PointSet { territory.iter().filter(is_stone).collect() };
    let len = |set: &PointSet| i32::try_from(set.len()).unwrap_or(0);
    match scoring {
        Scoring::Area => {
            let area = score::area(stones, &dead(black).union(&dead(white)));
            len(&area.black) - len(&area.white)
        }
        Scoring::Territory => {
            let points = |territory: &PointSet| len(territory) + len(&dead(territory));
            points(black) - points(white)
        }
    }
}

/// The stones of each side on the points that were not settled at the start.
type Key = [u128; 2];

/// A move of either side.
#[derive(Clone)]
struct Choice {
    color: Color,
    point: Point,
    /// The gain of Black by the prisoners.
    gain: i32,
    /// The position after it.
    key: Key,
}

/// A position of the whole board.
struct Spot {
    stones: Stones,
    key: Key,
    /// The points that Black is ahead if the game ends here, earlier prisoners apart.
    count: i32,
    options: Vec<Choice>,
    /// The number of options that have been looked at.
    looked: usize,
}

/// All positions that were reached.
struct Table {
    rules: Rules,
    bounds: Bounds,
    /// The points that were not settled at the start; what is settled stays so.
    open: Vec<Point>,
    /// The points that Black is ahead in the end with Black to move and with White to move, prisoners before
    /// it apart; `None` while the position is being played from.
    values: HashMap<Key, Option<[i32; 2]>>,
}

impl Table {
    fn new(stones: &Stones, rules: Rules, bounds: Bounds) -> Result<Self, GivenUp> {
        let mut fixed = PointSet::EMPTY;
        for color in Color::BOTH {
            let living = unconditional_life(stones, color, rules.suicide).stones;
            fixed = fixed.union(&living);
            fixed = fixed.union(&settled(stones, rules.suicide, color));
        }
        let open: Vec<Point> = Point::all(stones.size())
            .filter(|&point| !fixed.contains(point))
            .collect();
        if open.len() > MOST {
            return Err(GivenUp::TooWide);
        }
        Ok(Self {
            rules,
            bounds,
            open,
            values: HashMap::new(),
        })
    }

    fn key(&self, stones: &Stones) -> Key {
        let mut key = [0, 0];
        for (bit, &point) in self.open.iter().enumerate() {
            match stones.at(point) {
                Some(Color::Black) => key[0] |= 1 << bit,
                Some(Color::White) => key[1] |= 1 << bit,
                None => {}
            }
        }
        key
    }

    /// A position with all that either side may do in it.
    fn place(&self, stones: Stones) -> Spot {
        let [black, white] = Color::BOTH.map(|color| settled(&stones, self.rules.suicide, color));
        let mut options = Vec::new();
        for &point in &self.open {
            if stones.at(point).is_some() || black.contains(point) || white.contains(point) {
                continue;
            }
            for color in Color::BOTH {
                if let Some((after, gain)) = self.play(&stones, color, point) {
                    let key = self.key(&after);
                    options.push(Choice {
                        color,
                        point,
                        gain,
                        key,
                    });
                }
            }
        }
        Spot {
            key: self.key(&stones),
            count: count(&stones, self.rules.scoring, [&black, &white]),
            options,
            looked: 0,
            stones,
        }
    }

    /// The position after a stone, and what Black gains by the prisoners; `None` if it is no move.
    fn play(&self, stones: &Stones, color: Color, point: Point) -> Option<(Stones, i32)> {
        let mut after = stones.clone();
        let prisoners = if after.place(color, point) {
            (after.balance() - stones.balance()) - color.sign()
        } else {
            // The suicide of a single stone changes nothing, and is no move.
            let lost = after.suicide(color, point);
            if self.rules.suicide != Suicide::Allowed || lost < 2 {
                return None;
            }
            -color.sign() * i32::try_from(lost).ok()?
        };
        after.forget_ko();
        let gain = match self.rules.scoring {
            Scoring::Territory => prisoners,
            Scoring::Area => 0,
        };
        Some((after, gain))
    }

    /// Gives every position from here on its values, the last ones first.
    fn fill(&mut self, root: Spot) -> Result<(), GivenUp> {
        self.values.insert(root.key, None);
        let mut line = vec![root];
        while let Some(spot) = line.last_mut() {
            let Some(option) = spot.options.get(spot.looked) else {
                let values = Color::BOTH.map(|turn| self.value(spot, turn));
                self.values.insert(spot.key, Some(values));
                line.pop();
                continue;
            };
            spot.looked += 1;
            match self.values.get(&option.key) {
                Some(Some(_)) => {}
                Some(None) => return Err(GivenUp::Repeats),
                None => {
                    let (key, played) = (option.key, (option.color, option.point));
                    self.check()?;
                    if let Some((after, _)) = self.play(&spot.stones, played.0, played.1) {
                        self.values.insert(key, None);
                        line.push(self.place(after));
                    }
                }
            }
        }
        Ok(())
    }

    /// Checks that there is room and time for one more position.
    fn check(&self) -> Result<(), GivenUp> {
        let limit = self.bounds.positions;
        if self.values.len() as u64 >= limit {
            return Err(GivenUp::TooLarge { limit });
        }
        let late = |deadline| Instant::now() >= deadline;
        if self.bounds.deadline.is_some_and(late) {
            return Err(GivenUp::Time);
        }
        Ok(())
    }

    /// The points that Black is ahead in the end with this side to move.
    fn value(&self, spot: &Spot, turn: Color) -> i32 {
        // After a pass the other side ends the game by another, or moves.
        let passed = self.best(&spot.options, !turn, spot.count);
        self.best(&spot.options, turn, passed)
    }

    /// The best that a side can reach by a move, or by a pass that leads to this.
    fn best(&self, options: &[Choice], turn: Color, pass: i32) -> i32 {
        let own = options.iter().filter(|option| option.color == turn);
        let moves = own.map(|option| self.after(option));
        moves.fold(pass, |best, score| match turn {
            Color::Black => best.max(score),
            Color::White => best.min(score),
        })
    }

    /// The points that Black is ahead in the end after a move whose position has its values.
    fn after(&self, option: &Choice) -> i32 {
        let Some(&Some([black, white])) = self.values.get(&option.key) else {
            unreachable!("a position is left after all that follow it have their values");
        };
        let rest = match option.color {
            Color::Black => white,
            Color::White => black,
        };
        option.gain + rest
    }
}
