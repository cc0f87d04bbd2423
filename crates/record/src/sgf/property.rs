//! Names of properties, and properties.

use std::{borrow::Cow, fmt};

use super::Value;
use crate::TextPosition;

/// The name of a property: upper-case letters, and in files older than `FF[4]` digits after them.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ident(Cow<'static, str>);

/// Names that the reader meets all the time, or that the meaning of a game needs.
macro_rules! known {
    ($($(#[$doc:meta])* $name:ident = $text:literal;)*) => {
        impl Ident {
            $($(#[$doc])* pub const $name: Self = Self(Cow::Borrowed($text));)*
        }

        fn known(text: &str) -> Option<Ident> {
            match text {
                $($text => Some(Ident::$name),)*
                _ => None,
            }
        }
    };
}

known! {
    /// `B`: Black moves.
    B = "B";
    /// `W`: White moves.
    W = "W";
    /// `C`: a comment.
    C = "C";
    /// `N`: the name of a node.
    N = "N";
    /// `AB`: black stones are put on the board.
    AB = "AB";
    /// `AW`: white stones are put on the board.
    AW = "AW";
    /// `AE`: points are emptied.
    AE = "AE";
    /// `PL`: whose turn it is.
    PL = "PL";
    /// `BL`: the time Black has left.
    BL = "BL";
    /// `WL`: the time White has left.
    WL = "WL";
    /// `OB`: the moves Black has left in this period.
    OB = "OB";
    /// `OW`: the moves White has left in this period.
    OW = "OW";
    /// `LB`: labels on points.
    LB = "LB";
    /// `FF`: the version of the format.
    FF = "FF";
    /// `GM`: which game it is; 1 is Go.
    GM = "GM";
    /// `CA`: the charset of the file.
    CA = "CA";
    /// `AP`: the program that wrote the file.
    AP = "AP";
    /// `SZ`: the size of the board.
    SZ = "SZ";
    /// `KM`: komi.
    KM = "KM";
    /// `HA`: the number of handicap stones.
    HA = "HA";
    /// `RU`: the rules.
    RU = "RU";
    /// `RE`: the result.
    RE = "RE";
    /// `PB`: Black's name.
    PB = "PB";
    /// `PW`: White's name.
    PW = "PW";
    /// `BR`: Black's rank.
    BR = "BR";
    /// `WR`: White's rank.
    WR = "WR";
    /// `DT`: the date.
    DT = "DT";
    /// `EV`: the event.
    EV = "EV";
    /// `RO`: the round.
    RO = "RO";
    /// `PC`: the place.
    PC = "PC";
    /// `GN`: the name of the game.
    GN = "GN";
    /// `GC`: a comment on the whole game.
    GC = "GC";
}

impl Ident {
    /// The name as the file spells it: `AB`, the long `AddBlack` of `FF[3]` whose lower-case
    /// letters say nothing, or `ab`, which can only mean `AB`. `None` if that is no name.
    #[must_use]
    pub fn read(spelled: &str) -> Option<Self> {
        let mut bytes = spelled.bytes();
        if !bytes.next()?.is_ascii_alphabetic() || !bytes.all(|b| b.is_ascii_alphanumeric()) {
            return None;
        }
        if let Some(ident) = known(spelled) {
            return Some(ident);
        }
        let mut short = spelled.to_owned();
        if spelled.bytes().any(|b| b.is_ascii_uppercase()) {
            short.retain(|c| !c.is_ascii_lowercase());
            // A digit cannot lead: in `b1B` the capital is the name.
            let digits = short.bytes().take_while(u8::is_ascii_digit).count();
            short.drain(..digits);
        } else {
            short.make_ascii_uppercase();
        }
        Some(known(&short).unwrap_or(Self(Cow::Owned(short))))
    }

    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// True if it is a move of either side.
    #[must_use]
    pub fn is_move(&self) -> bool {
        matches!(self.as_str(), "B" | "W")
    }

    /// True if it sets up a position: stones, or whose turn it is.
    #[must_use]
    pub fn is_setup(&self) -> bool {
        matches!(self.as_str(), "AB" | "AW" | "AE" | "PL")
    }

    /// True if its value is running text, of which a part is better than nothing.
    #[must_use]
    pub(super) fn is_text(&self) -> bool {
        matches!(self.as_str(), "C" | "GC" | "N")
    }

    /// True if it describes the file and may stand in a root only.
    #[must_use]
    pub(super) fn is_format(&self) -> bool {
        matches!(self.as_str(), "FF" | "GM" | "CA")
    }

    /// True if it is a name for `FF[4]`, which knows no digits in names.
    #[must_use]
    pub(super) fn is_letters(&self) -> bool {
        self.as_str().bytes().all(|b| b.is_ascii_uppercase())
    }

    /// True if `FF[4]` gives it one value only.
    #[must_use]
    pub(super) fn is_single(&self) -> bool {
        const SINGLE: [&str; 50] = [
            "B", "W", "KO", "MN", "PL", "C", "N", "DM", "GB", "GW", "HO", "UC", "V", "BM", "DO",
            "IT", "TE", "AP", "CA", "FF", "GM", "ST", "SZ", "AN", "BR", "BT", "CP", "DT", "EV",
            "GN", "GC", "ON", "OT", "PB", "PC", "PW", "RE", "RO", "RU", "SO", "TM", "US", "WR",
            "WT", "BL", "OB", "OW", "WL", "HA", "KM",
        ];
        SINGLE.contains(&self.as_str())
    }
}

/// `AB`.
impl fmt::Display for Ident {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// `AB`.
impl fmt::Debug for Ident {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A name with one or more values.
///
/// Equal are properties that say the same, wherever they were read.
#[derive(Clone, Debug)]
pub struct Property {
    ident: Ident,
    values: Vec<Value>,
    place: TextPosition,
}

impl Property {
    /// A property with one value.
    #[must_use]
    pub fn new(ident: Ident, value: Value) -> Self {
        Self {
            ident,
            values: vec![value],
            place: TextPosition::default(),
        }
    }

    /// A property with these values; none at all is the same as one empty value.
    #[must_use]
    pub fn with_values(ident: Ident, mut values: Vec<Value>) -> Self {
        if values.is_empty() {
            values.push(Value::default());
        }
        Self {
            ident,
            values,
            place: TextPosition::default(),
        }
    }

    /// The same property, read at this place.
    #[must_use]
    pub fn at(mut self, place: TextPosition) -> Self {
        self.place = place;
        self
    }

    /// Its name.
    #[must_use]
    pub fn ident(&self) -> &Ident {
        &self.ident
    }

    /// Its values, at least one.
    #[must_use]
    pub fn values(&self) -> &[Value] {
        &self.values
    }

    pub(super) fn values_mut(&mut self) -> &mut [Value] {
        &mut self.values
    }

    /// Its first value.
    #[must_use]
    pub fn value(&self) -> &Value {
        &self.values[0]
    }

    /// The position at which its name was read.
    #[must_use]
    pub fn place(&self) -> TextPosition {
        self.place
    }

    /// Adds values at the end.
    pub fn extend(&mut self, values: impl IntoIterator<Item = Value>) {
        self.values.extend(values);
    }

    /// Leaves a property that may have one value only with one: texts are joined line by line, of
    /// other values the first is kept. Returns how many were lost.
    pub(super) fn reduce(&mut self) -> usize {
        if self.values.len() < 2 || !self.ident.is_single() {
            return 0;
        }
        if self.ident.is_text() {
            let raws: Vec<&str> = self.values.iter().map(Value::raw).collect();
            self.values = vec![Value::from_brackets(&raws.join("\n"))];
            return 0;
        }
        let lost = self.values.len() - 1;
        self.values.truncate(1);
        lost
    }

    /// Replaces all values by one.
    pub fn set(&mut self, value: Value) {
        self.values.clear();
        self.values.push(value);
    }
}

impl PartialEq for Property {
    fn eq(&self, other: &Self) -> bool {
        self.ident == other.ident && self.values == other.values
    }
}

impl Eq for Property {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_and_small_names_become_short_ones() {
        for (spelled, short) in [
            ("AB", "AB"),
            ("AddBlack", "AB"),
            ("KoMi", "KM"),
            ("White", "W"),
            ("b", "B"),
            ("gn", "GN"),
            ("KGSDE", "KGSDE"),
            ("B1", "B1"),
            ("b1B", "B"),
        ] {
            assert_eq!(Ident::read(spelled).unwrap().as_str(), short, "{spelled}");
        }
        for spelled in ["", "1B", "A-B", "é", "A B"] {
            assert_eq!(Ident::read(spelled), None, "{spelled}");
        }
    }
}
