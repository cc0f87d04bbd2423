//! The most points that can be given and still be won.

/// Looks for it by searches at one komi after the other.
///
/// It begins at the mean score of the search at the real komi, walks away from there in growing steps
/// until there is a won search and a lost one close by, and halves what is between. A search is won if its best
/// move wins more often than not.
pub(super) struct Threshold {
    /// The most points given at which a search was won.
    won: Option<i32>,
    /// The fewest at which one was lost.
    lost: Option<i32>,
    start: i32,
    step: i32,
    /// The last search has begun.
    closing: bool,
    over: bool,
}

/// No komi is farther away.
const FARTHEST: i32 = 1000;

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
            closing: false,
            over: false,
        }
    }

    /// The points to be given in the next search; none if there is nothing to look for.
    pub(super) fn next(&mut self) -> Option<i32> {
        if self.over {
            return None;
        }
        match (self.won, self.lost) {
            (Some(won), Some(lost)) if lost - won <= 1 => {
                self.closing = true;
                Some(won)
            }
            _ => Some(self.start),
        }
    }

    /// Whether the search that comes next is the last one.
    pub(super) const fn is_last(&self) -> bool {
        self.closing
    }

    /// The most points at which a search was won so far.
    pub(super) const fn held(&self) -> Option<i32> {
        self.won
    }

    /// A search at which so many points were given has ended.
    pub(super) fn heard(&mut self, points: i32, won: bool) {
        if self.closing {
            self.over = true;
            return;
        }
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

    /// The komis that are searched where so many points can be given and no more.
    fn searched(score: f64, truth: i32) -> Vec<i32> {
        let mut threshold = Threshold::new(score, truth >= 0);
        let mut komis = Vec::new();
        while let Some(points) = threshold.next() {
            komis.push(points);
            let last = threshold.is_last();
            threshold.heard(points, points <= truth);
            assert!(komis.len() < 100);
            assert_eq!(threshold.next().is_none(), last);
        }
        komis
    }

    #[test]
    fn the_last_search_is_at_the_most_points_that_can_be_given() {
        for truth in -40..=40 {
            for off in [-7.3, -1.0, 0.0, 0.4, 2.0, 11.0] {
                let komis = searched(f64::from(truth) + off, truth);
                assert_eq!(komis.last(), Some(&truth), "{komis:?}");
            }
        }
    }

    #[test]
    fn a_good_guess_takes_two_short_searches() {
        assert_eq!(searched(9.2, 9), [9, 10, 9]);
        assert_eq!(searched(-6.2, -6), [-6, -5, -6]);
        assert_eq!(searched(-6.6, -6), [-7, -6, -4, -5, -6]);
        assert_eq!(searched(5.4, 9), [5, 6, 8, 12, 10, 9, 9]);
    }

    /// The real komi is known already.
    #[test]
    fn a_close_game_is_looked_at_next_to_its_komi() {
        assert_eq!(searched(-0.3, 0), [1, 0]);
        assert_eq!(searched(0.3, -1), [-1, -1]);
    }

    /// Where nothing is ever lost there is no end of points to give, but there is one of looking.
    #[test]
    fn it_gives_up_far_away() {
        let mut threshold = Threshold::new(3.0, true);
        let mut searches = 0;
        while let Some(points) = threshold.next() {
            threshold.heard(points, true);
            searches += 1;
        }
        assert!(searches < 20, "{searches}");
        assert!(threshold.held().is_some_and(|most| most <= FARTHEST));
    }
}
