//! The end of a game in a session: dead stones, the score, clean-up.

use std::time::Instant;

use tengen_engine::{Control, TimeSystem};
use tengen_go::{Color, Move, PointSet, Score};

use crate::level::Rank;
use crate::{Decision, Go, Session, Verdict, dead, passing};

/// The number of playouts that tell dead stones from living ones.
const JUDGING: u64 = 1000;
/// The least number of them, however little time there is.
const LEAST_JUDGING: u64 = 64;

/// The end of a game, as a session sees it.
pub trait Counting {
    /// The stones that are probably dead, if the game ended here.
    fn dead_stones(&mut self) -> PointSet;

    /// The score if the game ended here, dead stones taken off where the rules let players agree
    /// about them.
    fn final_score(&mut self) -> Score;

    /// A move that takes dead stones off the board, or a pass when there are none: for the end of a
    /// game whose players do not agree about them. It is played.
    fn clean_up(&mut self, color: Color, control: &mut dyn Control<Go>) -> Decision;
}

impl Counting for Session {
    fn dead_stones(&mut self) -> PointSet {
        let ownership = ownership(self, JUDGING);
        dead::by_ownership(self.game(), &ownership)
    }

    fn final_score(&mut self) -> Score {
        let dead = if self.game().rules().counts_what_stands() {
            PointSet::EMPTY
        } else {
            self.dead_stones()
        };
        self.game().score(&dead)
    }

    fn clean_up(&mut self, color: Color, control: &mut dyn Control<Go>) -> Decision {
        let start = Instant::now();
        let dead = self.dead_stones();
        let restriction = passing::clean_up(self.game(), color, &dead);
        self.genmove_for(start, color, &restriction, control, |verdict| {
            Some(match verdict {
                Verdict::Play(Move::Pass) => "no dead stones are left",
                _ => "dead stones are taken off",
            })
        })
    }
}

/// The ownership of a game that is played out so many times.
pub(crate) fn ownership(session: &mut Session, playouts: u64) -> Vec<f32> {
    let (game, thinker) = session.thinker();
    thinker.ownership(game, playouts)
}

/// The number of playouts that may judge what is dead after this search: where a clock runs, a small
/// part of those that there was time for. A level hardly searches, which says nothing of its time.
pub(crate) fn judging(session: &Session, decision: &Decision) -> u64 {
    let seated = session.seated();
    match session.clock().system() {
        TimeSystem::None => JUDGING,
        _ if seated.level.rank != Rank::Full => JUDGING,
        _ => {
            let threads = u64::from(seated.budget.threads);
            (decision.analysis.playouts / (20 * threads)).clamp(LEAST_JUDGING, JUDGING)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tengen_go::{Game, Komi, Rules, Size};

    use super::*;
    use crate::{Recipe, Restriction};

    #[test]
    fn under_a_clock_a_level_judges_as_well_as_without_one() {
        let of = |rank: Rank| {
            let mut parameters = Recipe::find("default").unwrap().parameters;
            parameters.level.rank = rank;
            parameters.budget.playouts = 5;
            let game = Game::new(Size::NINE, Rules::CHINESE, Komi::ZERO);
            let mut session = Session::new(parameters, game);
            let main = Duration::from_secs(60);
            session.clock_mut().set(TimeSystem::Absolute { main });
            let decision = session.choose(Color::Black, &Restriction::default(), &mut ());
            judging(&session, &decision)
        };
        assert_eq!(of(Rank::Full), LEAST_JUDGING);
        for rank in [Rank::Kyu20, Rank::Dan1] {
            assert_eq!(of(rank), JUDGING, "{}", rank.name());
        }
    }
}
