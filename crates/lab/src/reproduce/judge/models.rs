//! Claims about models: figures by their bootstrap intervals, differences in pairs of games.

use tengen_pattern::evaluate::Resampling;

use super::{ClaimVerdict, Judgement, Tested};
use crate::experiment::{Claim, Relation};
use crate::record::{Body, Estimate, FigureName, LearningRecord, Record};

/// Judges a claim about a figure of a model.
pub(super) fn judge<'a>(
    claim: &Claim,
    name: FigureName,
    results: impl Iterator<Item = (&'a str, &'a Record)> + Clone,
) -> Judgement {
    let find = |series: &str| {
        let mut results = results.clone();
        results.find_map(|(of, record)| match &record.body {
            Body::Learning(learned) if of == series => Some(&**learned),
            _ => None,
        })
    };
    let ours = find(&claim.series);
    let figure = ours.map(|ours| ours.figures.of(name));
    let mut remark = None;
    let tested = match &claim.relation {
        Relation::Greater(other) | Relation::Less(other) => {
            let gain = ours
                .zip(find(other))
                .and_then(|(a, b)| difference(a, b, name));
            remark = gain.map(|gain| said(&gain, other));
            let up = matches!(claim.relation, Relation::Greater(_));
            tested(
                gain.map(|gain| beside(gain, 0.0, up)),
                "paired bootstrap over games",
            )
        }
        Relation::Above(value) => {
            tested(figure.map(|figure| beside(figure, *value, true)), BOOTSTRAP)
        }
        Relation::Below(value) => tested(
            figure.map(|figure| beside(figure, *value, false)),
            BOOTSTRAP,
        ),
        Relation::Near { value, margin } => tested(
            figure.map(|figure| match figure {
                f if f.low >= value - margin && f.high <= value + margin => ClaimVerdict::Holds,
                f if f.low > value + margin || f.high < value - margin => ClaimVerdict::DoesNotHold,
                _ => ClaimVerdict::NotEnough,
            }),
            BOOTSTRAP,
        ),
        Relation::Least(value) => tested(figure.map(|f| reached(f.value >= *value)), "none"),
        Relation::Most(value) => tested(figure.map(|f| reached(f.value <= *value)), "none"),
    };
    Judgement {
        ours: figure.map(|figure| figure.value),
        low: figure.map(|figure| figure.low),
        high: figure.map(|figure| figure.high),
        n: ours.map_or(0, |ours| ours.sums.records.len() as u64),
        p: None,
        test: tested.name,
        against_paper: None,
        verdict: tested.verdict,
        remark,
        claim: claim.clone(),
    }
}

const BOOTSTRAP: &str = "bootstrap over games";

fn tested(verdict: Option<ClaimVerdict>, name: &str) -> Tested {
    Tested {
        p: None,
        name: name.to_owned(),
        verdict: verdict.unwrap_or(ClaimVerdict::NotEnough),
        interval: None,
    }
}

/// Tests if a figure is above a value, or below it, with its whole interval.
fn beside(figure: Estimate, value: f64, up: bool) -> ClaimVerdict {
    match (figure.low > value, figure.high < value) {
        (true, _) if up => ClaimVerdict::Holds,
        (_, true) if !up => ClaimVerdict::Holds,
        (false, false) => ClaimVerdict::NotEnough,
        _ => ClaimVerdict::DoesNotHold,
    }
}

const fn reached(is: bool) -> ClaimVerdict {
    match is {
        true => ClaimVerdict::Holds,
        false => ClaimVerdict::DoesNotHold,
    }
}

/// The difference of a figure of one model from that of another on the same games; `None` if they
/// were not judged by the same.
fn difference(a: &LearningRecord, b: &LearningRecord, name: FigureName) -> Option<Estimate> {
    let (a, b) = (a.sums.evaluation(), b.sums.evaluation());
    let figures: crate::record::Figures = Resampling::default().difference(&a, &b)?.into();
    Some(figures.of(name))
}

fn said(gain: &Estimate, other: &str) -> String {
    let sign = if gain.value > 0.0 { "+" } else { "" };
    format!(
        "{sign}{:.4} ({:.4} to {:.4}) against {other}",
        gain.value, gain.low, gain.high
    )
}
