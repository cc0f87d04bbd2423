//! The laboratory: experiments as files, matches with real statistics, one machine or many.
//!
//! An experiment is a file. It becomes *series* (two players' games, or one player's trials) of
//! *units*, each with an id and a seed that follow from the file. Workers claim units from a store,
//! do them and hand in records; statistics and reports are made of the records alone, at any time.
//!
//! It knows no game: moves are texts to it, and [`game`] says what a game has to tell it.
//!
//! Read in this order: [`experiment`] (the file), [`game`] (what there is to play), [`outline`] and [`record`] (what goes in and what
//! comes out), [`player`] and [`referee`] (a game), [`suite`] (problems and measurements),
//! [`lesson`] (models that are learned or judged), [`run`] (the workers), [`findings`]
//! and [`report`] (what it all means), [`reproduce`] (beside the papers' figures).

pub mod experiment;
pub mod findings;
pub mod game;
pub mod gather;
pub mod hash;
pub mod lesson;
pub mod outline;
pub mod player;
pub mod record;
pub mod referee;
pub mod report;
pub mod reproduce;
pub mod run;
mod stopping;
pub mod suite;
pub mod verify;
