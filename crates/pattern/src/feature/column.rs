//! The list of all features: which module answers for a column.

use super::contact::Contact;
use super::{
    FeatureParams, LibertyReading, atari, capture, connection, edge, escape, ko, ladder, liberties,
    nearness, self_atari,
};
use crate::team::NONE;

// Each column stands in the list at its own number, and all that are of tactics come first.
const _: () = {
    let mut i = 0;
    while i < Column::COUNT {
        assert!(Column::ALL[i] as usize == i);
        assert!(i == 0 || Column::ALL[i - 1].is_tactical() || !Column::ALL[i].is_tactical());
        i += 1;
    }
};

/// A column of the team: a feature, or one of the two values of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Column {
    Change,
    OwnLiberties,
    OpposingLiberties,
    Capture,
    Escape,
    Atari,
    SelfAtari,
    Ladder,
    Ko,
    Connection,
    Last,
    Before,
    Edge,
}

impl Column {
    /// All of them, in the order of a team: tactics before place.
    pub(super) const ALL: [Self; Self::Edge as usize + 1] = [
        Self::Change,
        Self::OwnLiberties,
        Self::OpposingLiberties,
        Self::Capture,
        Self::Escape,
        Self::Atari,
        Self::SelfAtari,
        Self::Ladder,
        Self::Ko,
        Self::Connection,
        Self::Last,
        Self::Before,
        Self::Edge,
    ];
    /// The number of columns.
    pub(super) const COUNT: usize = Self::ALL.len();

    /// Those that are on, in the order of a team.
    pub(super) fn chosen(params: &FeatureParams) -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|column| column.is_on(params))
    }

    fn is_on(self, params: &FeatureParams) -> bool {
        let reading = params.liberties;
        match self {
            Self::Change => reading == LibertyReading::Change,
            Self::OwnLiberties | Self::OpposingLiberties => reading == LibertyReading::BeforeAfter,
            Self::Capture => params.capture,
            Self::Escape => params.escape,
            Self::Atari => params.atari,
            Self::SelfAtari => params.self_atari,
            Self::Ladder => params.ladder,
            Self::Ko => params.ko,
            Self::Connection => params.connection,
            Self::Last => params.last,
            Self::Before => params.before,
            Self::Edge => params.edge,
        }
    }

    /// Its name in reports.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Change => "liberties",
            Self::OwnLiberties => "own liberties",
            Self::OpposingLiberties => "opposing liberties",
            Self::Capture => "capture",
            Self::Escape => "escape",
            Self::Atari => "atari",
            Self::SelfAtari => "self-atari",
            Self::Ladder => "ladder",
            Self::Ko => "ko",
            Self::Connection => "connection",
            Self::Last => "last",
            Self::Before => "before",
            Self::Edge => "edge",
        }
    }

    /// The sentence that says what it tells of a move.
    pub(super) const fn about(self) -> &'static str {
        match self {
            Self::Change => liberties::change::ABOUT,
            Self::OwnLiberties => liberties::own::ABOUT,
            Self::OpposingLiberties => liberties::opposing::ABOUT,
            Self::Capture => capture::ABOUT,
            Self::Escape => escape::ABOUT,
            Self::Atari => atari::ABOUT,
            Self::SelfAtari => self_atari::ABOUT,
            Self::Ladder => ladder::ABOUT,
            Self::Ko => ko::ABOUT,
            Self::Connection => connection::ABOUT,
            Self::Last => nearness::ABOUT_LAST,
            Self::Before => nearness::ABOUT_BEFORE,
            Self::Edge => edge::ABOUT,
        }
    }

    /// The names of its values.
    pub(super) fn names(self, distances: u32) -> Vec<String> {
        match self {
            Self::Change => liberties::change::names(),
            Self::OwnLiberties => liberties::own::names(),
            Self::OpposingLiberties => liberties::opposing::names(),
            Self::Capture => capture::names(),
            Self::Escape => escape::names(),
            Self::Atari => atari::names(),
            Self::SelfAtari => self_atari::names(),
            Self::Ladder => ladder::names(),
            Self::Ko => ko::names(),
            Self::Connection => connection::names(),
            Self::Last | Self::Before => nearness::names(distances),
            Self::Edge => edge::names(),
        }
    }

    /// True if the value depends on the chains that the move touches.
    pub(super) const fn is_tactical(self) -> bool {
        !matches!(self, Self::Last | Self::Before | Self::Edge)
    }

    /// The value of a move that touches a stone, from 1 on; 0 for none.
    #[inline(always)]
    pub(super) fn value(self, contact: &Contact) -> u32 {
        match self {
            Self::Change => liberties::change::value(contact),
            Self::OwnLiberties => liberties::own::value(contact),
            Self::OpposingLiberties => liberties::opposing::value(contact),
            Self::Capture => capture::value(contact),
            Self::Escape => escape::value(contact),
            Self::Atari => atari::value(contact),
            Self::SelfAtari => self_atari::value(contact),
            Self::Ladder => ladder::value(contact),
            Self::Ko => ko::value(contact),
            Self::Connection => connection::value(contact),
            Self::Last | Self::Before | Self::Edge => NONE,
        }
    }
}
