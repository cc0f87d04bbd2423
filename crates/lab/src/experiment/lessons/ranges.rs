//! Ranges of the records that are learned from and judged by, and of their moves: `[data]`.

use std::ops::Range;

use super::super::form::Form;
use crate::record::Subset;

/// No record has a larger number.
pub(super) const MOST_GAMES: u64 = 1_000_000_000;
/// Nor a move.
const MOST_MOVES: u64 = 2_000;

/// `[data]`: which records and moves.
pub(super) struct Ranges {
    pub(super) train: Option<Range<u64>>,
    pub(super) validate: Option<Range<u64>>,
    pub(super) test: Option<Range<u64>>,
    pub(super) moves: Range<usize>,
}

impl Ranges {
    /// Reads the table; `learns` says if anything is learned, which takes games.
    pub(super) fn read(form: &Form<'_>, learns: bool) -> Option<Self> {
        if learns {
            form.needed("train");
        }
        let train = range(form, "train", MOST_GAMES);
        let validate = range(form, "validate", MOST_GAMES);
        let test = range(form, "test", MOST_GAMES);
        let moves = range(form, "moves", MOST_MOVES);
        let given = form.has("moves");
        if !form.has("validate") && !form.has("test") {
            form.faults().add(
                form.place(),
                "[data] needs `test` or `validate`: games that models are judged by",
            );
        }
        form.close();
        let named = [("train", &train), ("validate", &validate), ("test", &test)];
        for (at, (key, one)) in named.iter().enumerate() {
            for (other, two) in &named[..at] {
                if let (Some(one), Some(two)) = (one, two)
                    && one.start < two.end
                    && two.start < one.end
                {
                    form.wrong(
                        key,
                        format!(
                            "`data.{key}` and `data.{other}` share the records {} to {}: a model is \
                             judged by games that nothing was learned from or chosen by",
                            one.start.max(two.start),
                            one.end.min(two.end) - 1
                        ),
                    );
                }
            }
        }
        let moves = match moves {
            Some(moves) => moves.start as usize..moves.end as usize,
            None if given => return None,
            None => 0..MOST_MOVES as usize,
        };
        Some(Self {
            train,
            validate,
            test,
            moves,
        })
    }

    const fn of(&self, on: Subset) -> Option<&Range<u64>> {
        match on {
            Subset::Test => self.test.as_ref(),
            Subset::Validation => self.validate.as_ref(),
        }
    }

    /// Notes a fault if a model that is blended by these records is judged by some of them.
    pub(super) fn apart(&self, on: Subset, records: &Range<u64>, form: &Form<'_>) {
        let Some(judged) = self.of(on) else { return };
        let shared = judged.start.max(records.start)..judged.end.min(records.end);
        if !shared.is_empty() {
            form.wrong(
                "blend",
                format!(
                    "`{}` and the {} games share the records {} to {}: a blend is judged by games that it \
                     was not weighed by",
                    form.name("blend"),
                    on.words(),
                    shared.start,
                    shared.end - 1
                ),
            );
        }
    }

    /// Notes a fault if there are no such records.
    pub(super) fn has(&self, on: Subset, form: &Form<'_>) {
        if self.of(on).is_none() {
            let key = match on {
                Subset::Test => "test",
                Subset::Validation => "validate",
            };
            form.wrong(
                "on",
                format!(
                    "a model is judged on the {} games, and [data] has no `{key}`",
                    on.words()
                ),
            );
        }
    }
}

/// `[first, last]`, the last one not included.
pub(super) fn range(form: &Form<'_>, key: &'static str, most: u64) -> Option<Range<u64>> {
    let values = form.values(key)?;
    let whole = |value: &&toml_edit::Value| {
        let number = value.as_integer().and_then(|n| u64::try_from(n).ok());
        number.filter(|&n| n <= most)
    };
    let numbers: Option<Vec<u64>> = values.iter().map(whole).collect();
    match numbers.as_deref() {
        Some(&[start, end]) if start < end => Some(start..end),
        _ => {
            form.wrong(
                key,
                format!(
                    "`{}` takes two whole numbers [first, behind the last], the first one smaller, \
                     up to {most}",
                    form.name(key)
                ),
            );
            None
        }
    }
}
