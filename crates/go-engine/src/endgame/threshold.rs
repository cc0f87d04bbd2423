//! The most points that can be given and still be won.

/// Looks for it by searches at one komi after the other.
///
/// It begins at the mean score of the search at the real komi, walks away from there in growing steps
/// until there is a won search and a lost one close by, and halves what is between. A search is won if its best
/// move wins more often than not. These searches are short, and where one move alone wins a short search
/// may not find it; so what was lost last is looked at again, longer, before the last search begins.
pub(super) struct Threshold {
    /// The most points given at which a search was won.
    won: Option<i32>,
    /// The fewest at which one was lost.
    lost: Option<i32>,
    start: i32,
    step: i32,
    look: Look,
    /// The number of second looks that there may still be.
    doubts: u8,
    over: bool,
}

/// The purpose of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// To find out roughly who wins at a komi.
    Probe,
    /// To find out again, and better.
    Doubt,
    /// To choose the move.
    Last,
}

/// The farthest komi.
const FARTHEST: i32 = 1000;

/// The number of times that the threshold may turn out to be farther away.
const DOUBTS: u8 = 2;

impl Threshold {
    /// Begins by what the search at the real komi says of its best move: the mean score and whether
    /// it is won, in the view of the side to move.
    #[expect(clippy::cast_possible_truncation, reason = "scores are small")]
    pub(super) fn new(score: f64, won: bool) -> Self {
        // The mean score tells little about the last point, and the search at the real komi a lot
        // about who wins.
        let start = score.round().clamp(-999.0, 999.0) as i32;
        Self {
            won: won.then_some(0),
            lost: (!won).then_some(0),
            start: if won { start.max(1) } else { start.min(-1) },
            step: 1,
            look: Look::Probe,
            doubts: DOUBTS,
            over: false,
        }
    }

    /// The points to be given in the next search, and what it is for; none if there is nothing to
    /// look for.
    pub(super) fn next(&mut self) -> Option<(i32, Look)> {
        if self.over {
            return None;
        }
        let (points, look) = match (self.won, self.lost) {
            (Some(won), Some(lost)) if lost - won <= 1 => match self.doubts {
                0 => (won, Look::Last),
                _ => (lost, Look::Doubt),
            },
            _ => (self.start, Look::Probe),
        };
        self.look = look;
        Some((points, look))
    }

    /// The most points at which a search was won so far.
    pub(super) const fn held(&self) -> Option<i32> {
        self.won
    }

    /// A search at which so many points were given has ended.
    pub(super) fn heard(&mut self, points: i32, won: bool) {
        match self.look {
            Look::Last => self.over = true,
            Look::Doubt if won => {
                self.won = Some(points);
                self.lost = Some(points + 1);
                self.doubts -= 1;
            }
            Look::Doubt => self.doubts = 0,
            Look::Probe => self.probed(points, won),
        }
    }

    fn probed(&mut self, points: i32, won: bool) {
        match won {
            true => self.won = Some(self.won.map_or(points, |most| most.max(points))),
            false => self.lost = Some(self.lost.map_or(points, |least| least.min(points))),
        }
        let next = if won {
            points + self.step
        } else {
            points - self.step
        };
        self.start = match (self.won, self.lost) {
            (Some(won), Some(lost)) if next <= won || next >= lost => won + (lost - won) / 2,
            _ => next,
        };
        self.step *= 2;
        self.over = self.start.abs() > FARTHEST;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The komis that are searched where so many points can be given and no more, of which short
    /// searches find all but `short`.
    fn searched(score: f64, truth: i32, short: i32) -> Vec<i32> {
        let mut threshold = Threshold::new(score, truth - short >= 0);
        let mut komis = Vec::new();
        while let Some((points, look)) = threshold.next() {
            komis.push(points);
            let found = if look == Look::Probe {
                truth - short
            } else {
                truth
            };
            threshold.heard(points, points <= found);
            assert!(komis.len() < 100);
            assert_eq!(threshold.next().is_none(), look == Look::Last);
        }
        komis
    }

    #[test]
    fn the_last_search_is_at_the_most_points_that_can_be_given() {
        for truth in -40..=40 {
            for off in [-7.3, -1.0, 0.0, 0.4, 2.0, 11.0] {
                for short in 0..=2 {
                    let komis = searched(f64::from(truth) + off, truth, short);
                    assert_eq!(komis.last(), Some(&truth), "{komis:?}");
                }
            }
        }
    }

    #[test]
    fn a_good_guess_takes_two_short_searches_and_a_second_look() {
        assert_eq!(searched(9.2, 9, 0), [9, 10, 10, 9]);
        assert_eq!(searched(-6.2, -6, 0), [-6, -5, -5, -6]);
        assert_eq!(searched(-6.6, -6, 0), [-7, -6, -4, -5, -5, -6]);
        assert_eq!(searched(5.4, 9, 0), [5, 6, 8, 12, 10, 9, 10, 9]);
        assert_eq!(searched(9.2, 9, 1), [9, 8, 9, 10, 9]);
    }

    /// The real komi is known already.
    #[test]
    fn a_close_game_is_looked_at_next_to_its_komi() {
        assert_eq!(searched(-0.3, 0, 0), [1, 1, 0]);
        assert_eq!(searched(0.3, -1, 0), [-1, 0, -1]);
    }

    /// A search that never loses could give points without end; the number of looks is bounded.
    #[test]
    fn it_gives_up_far_away() {
        let mut threshold = Threshold::new(3.0, true);
        let mut searches = 0;
        while let Some((points, _)) = threshold.next() {
            threshold.heard(points, true);
            searches += 1;
        }
        assert!(searches < 20, "{searches}");
        assert!(threshold.held().is_some_and(|most| most <= FARTHEST));
    }
}
