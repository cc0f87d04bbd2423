//! The store of canonical forms: each is kept once, whoever asks for it.

use std::sync::Arc;
use std::time::Instant;

use tengen_game::Color;

use super::memory::{Map, Memory};
use super::{Corner, Dyadic, Thermograph, TooLarge};

/// No form is deeper than this many moves, numbers apart: nothing recurses further than twice that.
pub(super) const MAX_DEPTH: u32 = 128;

/// A question takes at most this many comparisons for each form that the store may hold.
const MAX_STEPS: usize = 256;

/// A value: a canonical form in the [`Games`] that made it.
///
/// Equal games of one store are equal values. In another store it means another game, or none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Value(pub(super) u32);

/// A number times ↑, plus a nimber, plus a number: `number + ups·↑ + *star`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ups {
    pub(super) number: Dyadic,
    pub(super) ups: i32,
    pub(super) star: u32,
}

/// The options of Left and of Right, in rising order of their places in the store.
type Options = (Arc<[Value]>, Arc<[Value]>);

/// A canonical form. A number has no options here.
#[derive(Debug)]
pub(super) struct Form {
    pub(super) left: Arc<[Value]>,
    pub(super) right: Arc<[Value]>,
    pub(super) number: Option<Dyadic>,
    /// Its name, if it is a number but for ups and stars.
    pub(super) ups: Option<Ups>,
    /// The Left stop and the Right stop, at hand: every comparison begins with them.
    pub(super) stops: (Dyadic, Dyadic),
    pub(super) thermograph: Thermograph,
    depth: u32,
}

/// A store of canonical forms, and the arithmetic on them.
///
/// The store never holds more forms than its limit, never more of anything else than a small multiple
/// of it, and takes no more time for an answer than the limit allows: what does not fit is
/// [`TooLarge`].
#[derive(Debug)]
pub struct Games {
    forms: Vec<Form>,
    numbers: Map<Dyadic, Value>,
    index: Map<Options, Value>,
    limit: usize,
    /// Options and corners of all forms together.
    cells: usize,
    /// Comparisons that the question at hand has taken.
    steps: usize,
    deadline: Option<Instant>,
    pub(super) order: Memory<(Value, Value), bool>,
    pub(super) sums: Memory<(Value, Value), Value>,
    pub(super) negatives: Memory<Value, Value>,
    pub(super) cooled: Memory<(Value, Dyadic), Value>,
}

impl Default for Games {
    fn default() -> Self {
        Self::new()
    }
}

impl Games {
    /// An empty store of at most 200 000 forms: a few hundred megabytes at the very worst.
    #[must_use]
    pub fn new() -> Self {
        Self::with_limit(200_000)
    }

    /// An empty store that never holds more than `forms` forms.
    #[must_use]
    pub fn with_limit(forms: usize) -> Self {
        let limit = forms.min(u32::MAX as usize);
        let answers = limit.saturating_mul(8);
        Self {
            forms: Vec::new(),
            numbers: Map::default(),
            index: Map::default(),
            limit,
            cells: 0,
            steps: 0,
            deadline: None,
            order: Memory::new(answers),
            sums: Memory::new(answers),
            negatives: Memory::new(answers),
            cooled: Memory::new(answers),
        }
    }

    /// The same store, for which everything is too large when the time is up.
    #[must_use]
    pub const fn until(mut self, deadline: Option<Instant>) -> Self {
        self.deadline = deadline;
        self
    }

    /// The number of forms that the store holds.
    #[must_use]
    pub fn len(&self) -> usize {
        self.forms.len()
    }

    /// True if the store holds nothing yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.forms.is_empty()
    }

    /// A whole number: so many free moves for Left, or for Right if it is negative.
    ///
    /// # Errors
    /// If the store is full.
    pub fn integer(&mut self, n: i32) -> Result<Value, TooLarge> {
        self.number(Dyadic::integer(n))
    }

    /// A number.
    ///
    /// # Errors
    /// If the store is full.
    pub fn number(&mut self, x: Dyadic) -> Result<Value, TooLarge> {
        if let Some(&known) = self.numbers.get(&x) {
            return Ok(known);
        }
        let nothing: Arc<[Value]> = Arc::new([]);
        let value = self.store(Form {
            left: Arc::clone(&nothing),
            right: nothing,
            number: Some(x),
            ups: Some(Ups {
                number: x,
                ups: 0,
                star: 0,
            }),
            stops: (x, x),
            thermograph: Thermograph::of_number(x),
            depth: 0,
        })?;
        self.numbers.insert(x, value);
        Ok(value)
    }

    /// The number that the value is, if it is one.
    #[must_use]
    pub fn as_number(&self, a: Value) -> Option<Dyadic> {
        self.form(a).number
    }

    /// The options of `side`, in canonical form. Black is Left.
    ///
    /// A number lists no options: nobody wants to move there, see [`Dyadic::options`] for them.
    #[must_use]
    pub fn options(&self, a: Value, side: Color) -> &[Value] {
        match side {
            Color::Black => &self.form(a).left,
            Color::White => &self.form(a).right,
        }
    }

    /// The Left stop, if `first` is Black, or the Right stop: the number that is reached when the two
    /// play alternately in this game, `first` beginning, until it is a number.
    #[must_use]
    pub fn stop(&self, a: Value, first: Color) -> Dyadic {
        let (left, right) = self.form(a).stops;
        match first {
            Color::Black => left,
            Color::White => right,
        }
    }

    /// The worth of the game on the average.
    #[must_use]
    pub fn mean(&self, a: Value) -> Dyadic {
        self.form(a).thermograph.mean
    }

    /// The worth of a move in the game: −1 for whole numbers, −1/2ᵏ for other numbers of denominator
    /// 2ᵏ, and from 0 up for games that are no numbers.
    #[must_use]
    pub fn temperature(&self, a: Value) -> Dyadic {
        self.form(a).thermograph.temperature
    }

    /// The worth of the game under every tax on moves.
    #[must_use]
    pub fn thermograph(&self, a: Value) -> Thermograph {
        self.form(a).thermograph.clone()
    }

    pub(super) fn form(&self, a: Value) -> &Form {
        &self.forms[a.0 as usize]
    }

    pub(super) fn left(&self, a: Value) -> Arc<[Value]> {
        Arc::clone(&self.form(a).left)
    }

    pub(super) fn right(&self, a: Value) -> Arc<[Value]> {
        Arc::clone(&self.form(a).right)
    }

    /// Called where a question comes from outside.
    pub(super) fn make_room(&mut self) {
        self.steps = 0;
        self.order.make_room();
        self.sums.make_room();
        self.negatives.make_room();
        self.cooled.make_room();
    }

    /// Counts a comparison: a question that takes very many ends, whatever its memory holds.
    pub(super) fn step(&mut self) -> Result<(), TooLarge> {
        self.steps += 1;
        let late = || self.deadline.is_some_and(|end| Instant::now() >= end);
        if self.steps > self.limit.saturating_mul(MAX_STEPS)
            || self.steps.is_multiple_of(1024) && late()
        {
            return Err(TooLarge);
        }
        Ok(())
    }

    /// The form of these options, which is canonical and no number.
    pub(super) fn intern(
        &mut self,
        mut left: Vec<Value>,
        mut right: Vec<Value>,
    ) -> Result<Value, TooLarge> {
        left.sort_unstable();
        right.sort_unstable();
        let key: Options = (left.into(), right.into());
        if let Some(&known) = self.index.get(&key) {
            return Ok(known);
        }
        let options = key.0.iter().chain(&*key.1);
        let depth = 1 + options.map(|&a| self.form(a).depth).max().unwrap_or(0);
        if depth > MAX_DEPTH {
            return Err(TooLarge);
        }
        let wall = |a: &Value, side: Color| -> &[Corner] {
            match side {
                Color::Black => &self.form(*a).thermograph.left,
                Color::White => &self.form(*a).thermograph.right,
            }
        };
        let thermograph = Thermograph::of_options(
            key.0.iter().map(|a| wall(a, Color::White)),
            key.1.iter().map(|a| wall(a, Color::Black)),
        )?;
        let value = self.store(Form {
            left: Arc::clone(&key.0),
            right: Arc::clone(&key.1),
            number: None,
            ups: self.ups_of(&key.0, &key.1),
            stops: thermograph.stops(),
            thermograph,
            depth,
        })?;
        self.index.insert(key, value);
        Ok(value)
    }

    fn store(&mut self, form: Form) -> Result<Value, TooLarge> {
        let options = form.left.len() + form.right.len();
        let corners = form.thermograph.left.len() + form.thermograph.right.len();
        let cells = self.cells.saturating_add(options + corners);
        if self.forms.len() >= self.limit || cells > self.limit.saturating_mul(32) {
            return Err(TooLarge);
        }
        let value = Value(u32::try_from(self.forms.len()).map_err(|_| TooLarge)?);
        self.cells = cells;
        self.forms.push(form);
        Ok(value)
    }
}
