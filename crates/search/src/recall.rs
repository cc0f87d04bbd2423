//! Playouts that are remembered: first plays for nodes that are new.
//!
//! A search throws its playouts away once they are counted. The paper of System 3 keeps them and makes a
//! game tree of them (see `docs/methods/playout-history.md`); it plays badly, since nothing is searched.
//! This part keeps the same playouts for an ordinary search. Where a leaf becomes an inner node, nothing is
//! known yet of its moves as first plays (RAVE), although most playouts of the search say something about
//! them: those in which the moves that lead to the node were all played by the same sides, in whatever
//! order and whenever. Their other moves count as first plays of the node from the start, at a weight below
//! that of its own playouts, since they come from other positions.
//!
//! Kin: the AMAF values of an ancestor that T. Cazenave uses where a node has few of its own ("Generalized
//! rapid action value estimation", IJCAI 2015). There the ancestor's playouts need not contain the moves in
//! between; here they do, which is why the playouts themselves have to be kept.
//!
//! A playout is two sets, what each side was first to play on, and its value: 36 bytes on 9×9, 100 on 19×19.
//! Testing if it contains a path takes a few words to compare. After a move of the game those playouts stay
//! that contain it, where the search goes on from move to move (`tree.reuse`); a search that begins anew
//! knows nothing. Each thread has a memory of its own.

use tengen_game::Color;

use crate::backup::of;
use crate::edge::Seedling;
use crate::params::RecallParams;

/// The playouts that a thread remembers.
pub(crate) struct Recall {
    params: RecallParams,
    /// The number of words of a set.
    words: usize,
    /// The set of Black's first plays, then that of White's; a playout after the other.
    sets: Vec<u64>,
    /// The values of playouts, in Black's view.
    values: Vec<f32>,
    /// The index of the one that is overwritten next, once there are as many as may be.
    next: usize,
    /// The moves that a path wants: words of a playout, and a bit of each.
    wanted: Vec<(usize, u64)>,
    /// The first plays of each code and their values, for the node at hand.
    plays: Vec<(u32, f32)>,
}

impl Recall {
    /// A memory without playouts for moves of so many codes; none if nothing is to be remembered.
    pub(crate) fn new(params: &RecallParams, codes: usize) -> Option<Self> {
        let words = codes.div_ceil(64);
        let size = params.size as usize;
        params.on.then(|| Self {
            params: params.clone(),
            words,
            sets: Vec::with_capacity(2 * words * size),
            values: Vec::with_capacity(size),
            next: 0,
            wanted: Vec::with_capacity(1024),
            plays: vec![(0, 0.0); codes],
        })
    }

    /// Remembers a playout: `first` says for each code which side was first to play it, if any.
    pub(crate) fn keep(&mut self, first: impl Iterator<Item = Option<Color>>, value: f32) {
        let stride = 2 * self.words;
        let place = if self.values.len() < self.params.size as usize {
            self.sets.resize(self.sets.len() + stride, 0);
            self.values.push(value);
            self.values.len() - 1
        } else {
            let place = self.next;
            self.next = (place + 1) % self.values.len();
            self.values[place] = value;
            place
        };
        let set = &mut self.sets[place * stride..][..stride];
        set.fill(0);
        for (code, color) in first.enumerate() {
            if let Some(color) = color {
                set[word(self.words, color, code)] |= bit(code);
            }
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.sets.clear();
        self.values.clear();
        self.next = 0;
    }

    /// The game went on by a move: playouts without it are forgotten, oldest first to go stay so.
    pub(crate) fn follow(&mut self, mover: Color, code: u16) {
        let code = usize::from(code);
        let stride = 2 * self.words;
        // From the oldest on, so that the ring begins anew in the order of age.
        let count = self.values.len();
        self.values.rotate_left(self.next);
        self.sets.rotate_left(self.next * stride);
        self.next = 0;
        let at = word(self.words, mover, code);
        let mut kept = 0;
        for old in 0..count {
            if self.sets[old * stride + at] & bit(code) == 0 {
                continue;
            }
            self.sets[old * stride + at] &= !bit(code);
            self.sets
                .copy_within(old * stride..(old + 1) * stride, kept * stride);
            self.values[kept] = self.values[old];
            kept += 1;
        }
        self.sets.truncate(kept * stride);
        self.values.truncate(kept);
    }

    /// Gives the moves of a new node what is remembered of them as first plays. `path` are the moves
    /// that lead to it from the root, and `turn` is whose moves they are.
    pub(crate) fn tell(
        &mut self,
        path: impl Iterator<Item = (Color, u16)>,
        turn: Color,
        moves: &mut [Seedling],
    ) {
        self.wanted.clear();
        for (color, code) in path {
            let code = usize::from(code);
            if code < self.plays.len() {
                self.wanted.push((word(self.words, color, code), bit(code)));
            }
        }
        if self.gather(turn) < self.params.least {
            return;
        }
        for seedling in moves {
            let (count, sum) = self.plays[usize::from(seedling.code)];
            if count > 0 {
                let plays = count as f32 * self.params.weight;
                seedling.first_plays = plays;
                seedling.first_wins = plays * of(turn, sum / count as f32);
            }
        }
    }

    /// Tests if a playout lacks more of what is wanted than it may.
    #[inline]
    fn lacks(&self, set: &[u64]) -> bool {
        let mut missing = 0;
        for &(word, bit) in &self.wanted {
            missing += u32::from(set[word] & bit == 0);
            if missing > self.params.missing {
                return true;
            }
        }
        false
    }

    /// Adds up the first plays of a side in the latest playouts that have what is wanted, and says how
    /// many those are.
    fn gather(&mut self, turn: Color) -> u32 {
        self.plays.fill((0, 0.0));
        let words = self.words;
        let mut found = 0;
        let (newer, older) = (0..self.next, self.next..self.values.len());
        for place in newer.rev().chain(older.rev()) {
            let set = &self.sets[2 * words * place..][..2 * words];
            let value = self.values[place];
            if self.lacks(set) {
                continue;
            }
            found += 1;
            for (at, &bits) in set[turn as usize * words..][..words].iter().enumerate() {
                let mut bits = bits;
                while bits != 0 {
                    let play = &mut self.plays[64 * at + bits.trailing_zeros() as usize];
                    play.0 += 1;
                    play.1 += value;
                    bits &= bits - 1;
                }
            }
            if found == self.params.most {
                break;
            }
        }
        found
    }
}

/// The word of a playout that has the bit of a move.
const fn word(words: usize, color: Color, code: usize) -> usize {
    color as usize * words + code / 64
}

const fn bit(code: usize) -> u64 {
    1 << (code % 64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Color::{Black, White};

    const CODES: usize = 82;

    fn memory(size: u32) -> Recall {
        let params = RecallParams {
            on: true,
            size,
            weight: 1.0,
            most: 1000,
            least: 1,
            missing: 0,
        };
        Recall::new(&params, CODES).unwrap()
    }

    /// A playout in which Black is first on some codes and White on others.
    fn keep(recall: &mut Recall, black: &[usize], white: &[usize], value: f32) {
        let first = (0..CODES).map(
            |code| match (black.contains(&code), white.contains(&code)) {
                (true, _) => Some(Black),
                (_, true) => Some(White),
                _ => None,
            },
        );
        recall.keep(first, value);
    }

    /// First plays and wins of a code at the node that a path leads to.
    fn told(recall: &mut Recall, path: &[(Color, u16)], turn: Color, code: u16) -> (f32, f32) {
        let mut moves = [Seedling::new(code)];
        recall.tell(path.iter().copied(), turn, &mut moves);
        (moves[0].first_plays, moves[0].first_wins)
    }

    #[test]
    fn only_playouts_with_the_path_count() {
        let mut recall = memory(10);
        keep(&mut recall, &[1, 70], &[2], 1.0);
        keep(&mut recall, &[1, 70], &[3], 0.0);
        keep(&mut recall, &[70], &[1, 2], 1.0);
        // All three have 70 as Black's.
        assert_eq!(told(&mut recall, &[], Black, 70), (3.0, 2.0));
        // After Black's 1 and White's 2 there is one, and it was won.
        let path = [(Black, 1), (White, 2)];
        assert_eq!(told(&mut recall, &path, Black, 70), (1.0, 1.0));
        // What White won is Black's loss.
        assert_eq!(told(&mut recall, &[(Black, 1)], White, 3), (1.0, 1.0));
        assert_eq!(told(&mut recall, &[(Black, 1)], White, 2), (1.0, 0.0));
        // Nothing is known of a move that nobody made.
        assert_eq!(told(&mut recall, &path, Black, 5), (0.0, 0.0));
        // A pass is no point, and is wanted of nobody.
        assert_eq!(
            told(&mut recall, &[(Black, crate::parts::NO_CODE)], Black, 70),
            (3.0, 2.0)
        );
    }

    #[test]
    fn one_may_be_missing_if_that_is_allowed() {
        let mut recall = memory(10);
        keep(&mut recall, &[1, 70], &[2], 1.0);
        let path = [(Black, 1), (White, 3)];
        assert_eq!(told(&mut recall, &path, Black, 70), (0.0, 0.0));
        recall.params.missing = 1;
        assert_eq!(told(&mut recall, &path, Black, 70), (1.0, 1.0));
    }

    #[test]
    fn weights_and_limits() {
        let mut recall = memory(10);
        for i in 0..8 {
            keep(&mut recall, &[9], &[], if i < 6 { 1.0 } else { 0.0 });
        }
        recall.params.weight = 0.5;
        assert_eq!(told(&mut recall, &[], Black, 9), (4.0, 3.0));
        // The latest four are two wins and two losses.
        recall.params.most = 4;
        assert_eq!(told(&mut recall, &[], Black, 9), (2.0, 1.0));
        recall.params.least = 5;
        assert_eq!(told(&mut recall, &[], Black, 9), (0.0, 0.0));
    }

    #[test]
    fn the_oldest_is_overwritten_and_a_move_forgets_the_others() {
        let mut recall = memory(3);
        for code in 10..15 {
            keep(&mut recall, &[code, 50], &[], 1.0);
        }
        assert_eq!(told(&mut recall, &[], Black, 50).0, 3.0);
        assert_eq!(told(&mut recall, &[], Black, 11).0, 0.0);
        assert_eq!(told(&mut recall, &[], Black, 12).0, 1.0);
        recall.follow(Black, 13);
        assert_eq!(told(&mut recall, &[], Black, 50).0, 1.0);
        assert_eq!(told(&mut recall, &[], Black, 13).0, 0.0);
        keep(&mut recall, &[60], &[], 1.0);
        keep(&mut recall, &[61], &[], 1.0);
        assert_eq!(told(&mut recall, &[], Black, 50).0, 1.0);
        keep(&mut recall, &[62], &[], 1.0);
        assert_eq!(told(&mut recall, &[], Black, 50).0, 0.0);
        recall.clear();
        assert_eq!(told(&mut recall, &[], Black, 62).0, 0.0);
    }
}
