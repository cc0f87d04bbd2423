//! A player of tic-tac-toe that panics as soon as it has to think.

use tengen_engine::tictactoe::{Match, NoFault, Parameters};
use tengen_engine::{Kit, Thinker};
use tengen_game::Color;
use tengen_lab::game::{Board, Discipline, KitGame, KitPlayer};
use tengen_lab::player::{Budget, Failing, Own, Player};
use tengen_lab::record::Cause;

use super::tictactoe::TicTacToe;

#[derive(Clone, Copy, Debug)]
struct Nervous;

impl Kit for Nervous {
    type Game = Match;
    type Parameters = Parameters;
    type Models = ();
    type Fault = NoFault;
    type Findings = ();
    type Thinker = dyn Thinker<Self>;

    const RECIPES: &'static [(&'static str, &'static str)] = &[];

    fn load(_: &Parameters) -> Result<(), NoFault> {
        Ok(())
    }

    fn thinker(_: &Parameters, (): &(), _: &Match, _: u64) -> Box<dyn Thinker<Self>> {
        panic!("number {}", 7)
    }
}

impl KitGame for Nervous {
    type Kit = Self;

    fn game(board: &dyn Board) -> Result<&Match, String> {
        TicTacToe::game(board)
    }
}

#[test]
fn a_panic_is_a_void_game() {
    let parameters = Parameters::default();
    let mut player = Own::new(KitPlayer::<Nervous>::of(parameters), Budget::Free, 1);
    player.begin(&*TicTacToe.usual_board()).unwrap();
    let Err(Failing::Void { cause, reason }) = player.choose(Color::Black) else {
        panic!("nothing happened");
    };
    assert_eq!(cause, Cause::Fault);
    assert!(reason.ends_with("number 7"), "{reason}");
    assert!(player.choose(Color::Black).is_err());
}
