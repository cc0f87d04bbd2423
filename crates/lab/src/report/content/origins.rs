//! Where models come from: how they were learned, and what those are made of that were there before.

use tengen_document::cell::{Cell, number};
use tengen_document::model::{Section, Table};

use super::models::{DIGITS, judged};
use crate::findings::models::Learned;

/// The learning of models.
pub(super) fn learning(models: &[Learned]) -> Section {
    let mut section = Section::new("Learning");
    let mut table = Table::new(
        "learning",
        "What models were learned from, and the mean log-likelihood of each pass by the weights of its \
         time. Nothing is known of models that were there before.",
    )
    .words("Model")
    .numbers("Games")
    .numbers("Positions")
    .numbers("Features")
    .words("Passes")
    .numbers("Minutes")
    .numbers("Judged by")
    .numbers("Positions")
    .numbers("Seconds");
    let mut groups = Table::new("features", "How many features there are, by group.")
        .words("Model")
        .words("Group")
        .numbers("Features");
    for (model, result) in judged(models).filter(|(model, _)| !model.given) {
        let known = result.learned_from > 0;
        let passes: Vec<String> = result
            .passes
            .iter()
            .map(|pass| number(pass.log_likelihood, DIGITS))
            .collect();
        table.row(vec![
            Cell::text(&model.series),
            Cell::maybe(known.then_some(result.learned_from), Cell::Count),
            Cell::maybe(known.then_some(result.positions), Cell::Count),
            Cell::Count(result.features.values().sum()),
            Cell::text(passes.join(", ")),
            Cell::maybe(known.then_some(result.learned_in / 60.0), Cell::Measure),
            Cell::Count(result.judged_by),
            Cell::Count(result.judged_positions),
            Cell::Measure(result.judged_in),
        ]);
        for (group, &features) in &result.features {
            groups.row(vec![
                Cell::text(&model.series),
                Cell::text(group),
                Cell::Count(features),
            ]);
        }
    }
    section.table(table);
    groups.long = groups.rows.len() > 30;
    section.table(groups);
    section
}

/// The models that were there before.
pub(super) fn given(models: &[Learned]) -> Section {
    let mut section = Section::new("Models as they are");
    let mut table = Table::new(
        "given",
        "The models that were there before and learned nothing here, with the beginnings of the hashes of their \
         files. A network and patterns are blended as P ∝ p^a·γ^b: a and b make the moves of the games likeliest by which \
         they were weighed.",
    )
    .words("Model")
    .words("Made of")
    .numbers("Features")
    .numbers("a")
    .numbers("b")
    .numbers("Weighed by")
    .numbers("Judged by")
    .numbers("Positions")
    .numbers("Seconds");
    for (model, result) in judged(models) {
        let Some(given) = &result.given else { continue };
        let files = given.files.iter().map(|file| {
            let hash = file.sha256.get(..12).unwrap_or(&file.sha256);
            format!("{} ({hash})", file.name)
        });
        let files: Vec<String> = files.collect();
        let features: u64 = result.features.values().sum();
        let weight = |weight: f32| Cell::Number(f64::from(weight), 3);
        table.row(vec![
            Cell::text(&model.series),
            Cell::text(files.join(" and ")),
            Cell::maybe((features > 0).then_some(features), Cell::Count),
            Cell::maybe(given.blend, |blend| weight(blend.policy)),
            Cell::maybe(given.blend, |blend| weight(blend.patterns)),
            Cell::maybe(given.blend, |blend| Cell::Count(blend.games)),
            Cell::Count(result.judged_by),
            Cell::Count(result.judged_positions),
            Cell::Measure(result.judged_in),
        ]);
    }
    section.table(table.without_empty_columns());
    section
}
