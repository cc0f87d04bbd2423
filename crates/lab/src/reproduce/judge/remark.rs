//! Remarks on verdicts: on which side of its bar a figure is, which difference there can hardly be, what the
//! paper's figure says of ours.

use tengen_document::cell;

use super::{ClaimVerdict, SIGNIFICANCE, Sample, Tested};
use crate::experiment::{Claim, Figure, Quantity, Relation};

/// The side of its bar on which a figure is that no test decides: one that is met so far is still no
/// claim that holds, but it is not one that fails either.
pub(super) fn undecided(claim: &Claim, ours: &Sample, verdict: ClaimVerdict) -> Option<String> {
    let mean = ours.mean().filter(|_| verdict == ClaimVerdict::NotEnough)?;
    let met = match claim.relation {
        Relation::Above(value) => mean > value,
        Relation::Below(value) => mean < value,
        _ => return None,
    };
    let remark = match met {
        true => "met by the figure itself, not yet beyond chance",
        false => "not met by the figure itself, by no more than chance explains",
    };
    Some(remark.to_owned())
}

/// The difference that an undecided test leaves no room for, in the direction of the claim.
pub(super) fn excluded(claim: &Claim, tested: &Tested) -> Option<String> {
    let interval = tested
        .interval
        .filter(|_| tested.verdict == ClaimVerdict::NotEnough)?;
    let most = match claim.relation {
        Relation::Above(_) | Relation::Greater(_) => interval.high,
        Relation::Below(_) | Relation::Less(_) => -interval.low,
        _ => return None,
    };
    if most <= 0.0 {
        return None;
    }
    let most = match claim.quantity {
        Quantity::Count(_) => format!("{most:.3}"),
        _ => format!("{:.1} percentage points", 100.0 * most),
    };
    Some(format!("a difference beyond {most} is excluded (95 %)"))
}

/// That our figure differs from the paper's by more than chance explains, if it does. That alone is
/// no verdict: a claim that a share is above one half may hold by less than in the paper.
pub(super) fn unlike_paper(claim: &Claim, ours: &Sample, p: Option<f64>) -> Option<String> {
    let p = p.filter(|&p| p < SIGNIFICANCE)?;
    let Some(Figure::Share { wins, of }) = claim.paper else {
        return None;
    };
    let less = ours.mean()? < wins / of as f64;
    let how = match (&claim.relation, less) {
        (Relation::Above(_) | Relation::Greater(_), true)
        | (Relation::Below(_) | Relation::Less(_), false) => "weaker",
        (Relation::Above(_) | Relation::Greater(_), false)
        | (Relation::Below(_) | Relation::Less(_), true) => "stronger",
        (Relation::Near { .. }, true) => "lower",
        (Relation::Near { .. }, false) => "higher",
        (Relation::Least(_) | Relation::Most(_), _) => return None,
    };
    let p = match cell::chance(p) {
        p if p.starts_with('<') => format!("p {p}"),
        p => format!("p = {p}"),
    };
    Some(format!("{how} than in the paper ({p})"))
}
