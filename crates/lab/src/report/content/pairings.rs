//! Wins and losses, and how sure they are.

use tengen_document::cell::{Cell, number};
use tengen_document::figure::{Dot, Dots, Figure, Plot, Unit};
use tengen_document::model::{Section, Table};

use super::{MOST_DOTS, at, elo, label};
use crate::findings::Findings;
use crate::findings::pairing::Pairing;
use crate::findings::pairs::PairVerdict;
use crate::findings::players::RatingTable;
use crate::outline::Scale;

/// The main table and figure.
pub(super) fn results(findings: &Findings, pairings: &[Pairing]) -> Section {
    let mut section = Section::new("Results");
    findings
        .power
        .iter()
        .for_each(|sentence| section.text(sentence));
    let mut table = Table::new(
        "results",
        "Games from the first player's view: won, drawn and lost; its share of the points with \
         Wilson's interval; the exact two-sided test against an even match; the difference in Elo; \
         and the likelihood that it is the stronger one (LOS).",
    )
    .words("First")
    .words("Second")
    .words(
        findings
            .outline
            .sweep
            .as_ref()
            .map_or("Value", |s| &s.parameter),
    )
    .numbers("Games")
    .numbers("Won")
    .numbers("Drawn")
    .numbers("Lost")
    .numbers("Share")
    .numbers("95 %")
    .numbers("p")
    .minor("Elo")
    .minor("Elo 95 %")
    .minor("LOS");
    for pairing in pairings {
        let [value, interval] = elo(pairing.elo);
        table.row(vec![
            Cell::text(&pairing.first),
            Cell::text(&pairing.second),
            at(pairing.at.as_ref()),
            Cell::Count(pairing.games),
            Cell::Count(pairing.wins),
            Cell::Count(pairing.draws),
            Cell::Count(pairing.losses),
            Cell::maybe(pairing.total.share, Cell::Share),
            Cell::maybe(pairing.total.wilson, |i| Cell::Shares(i.low, i.high)),
            Cell::maybe(pairing.total.p, Cell::Chance),
            value,
            interval,
            Cell::maybe(pairing.los, superiority),
        ]);
    }
    section.table(table.without_empty_columns());
    section.table(margins(pairings));
    if pairings.len() <= MOST_DOTS && findings.curves.is_empty() {
        section.figure(Figure {
            name: "shares".to_owned(),
            caption: "The first player's share of the points, with the exact 95 % interval of \
                      Clopper and Pearson. Where the interval reaches the dashed line, the match \
                      may be even."
                .to_owned(),
            plot: Plot::Dots(shares(pairings)),
        });
    }
    section
}

/// The margins in points; without rows where games are not counted.
fn margins(pairings: &[Pairing]) -> Table {
    let mut table = Table::new(
        "points",
        "The points that the first player was ahead at the end, the mean of both games of a pair with \
         colours swapped, where both were counted; with Student's interval over the pairs.",
    )
    .words("First")
    .words("Second")
    .words("Value")
    .numbers("Pairs")
    .numbers("Points")
    .numbers("95 %")
    .minor("Least")
    .minor("Most");
    for pairing in pairings {
        let Some(margin) = pairing.margin.filter(|margin| margin.n > 1) else {
            continue;
        };
        table.row(vec![
            Cell::text(&pairing.first),
            Cell::text(&pairing.second),
            at(pairing.at.as_ref()),
            Cell::Count(margin.n),
            Cell::Number(margin.mean, 2),
            Cell::maybe(margin.interval, |i| Cell::Range(i.low, i.high, 2)),
            Cell::Number(margin.min, 1),
            Cell::Number(margin.max, 1),
        ]);
    }
    table.without_empty_columns()
}

fn shares(pairings: &[Pairing]) -> Dots {
    let dot = |pairing: &Pairing| {
        let interval = pairing.total.clopper_pearson?;
        Some(Dot {
            label: label(pairing.at.as_ref(), &pairing.first, Some(&pairing.second)),
            value: pairing.total.share?,
            low: interval.low,
            high: interval.high,
            colour: 0,
        })
    };
    Dots {
        rows: pairings.iter().filter_map(dot).collect(),
        unit: Unit::Share,
        axis: "Share of the points".to_owned(),
        even: Some(0.5),
    }
}

/// The likelihood of superiority. It is never certain, only closer to 1 than a number can tell.
fn superiority(los: f64) -> Cell {
    Cell::Chance(los.min(1.0 - f64::EPSILON))
}

/// Ratings of three players and more.
pub(super) fn ratings(ratings: Option<&RatingTable>, pairings: &[Pairing]) -> Section {
    let mut section = Section::new("Ratings");
    let Some(ratings) = ratings else {
        return section;
    };
    let mut table = Table::new(
        "ratings",
        "Ratings in Elo over all series by the model of Bradley and Terry; their mean is 0. The \
         error is one standard error.",
    )
    .words("Player")
    .numbers("Rating")
    .numbers("95 %")
    .minor("Ahead of the next")
    .numbers("Points")
    .numbers("Games");
    for rated in &ratings.players {
        table.row(vec![
            Cell::text(&rated.player),
            Cell::Estimate(rated.elo, rated.error, 0),
            Cell::Range(rated.interval.low, rated.interval.high, 0),
            Cell::maybe(rated.ahead, |(elo, error)| Cell::Estimate(elo, error, 0)),
            Cell::Number(rated.points, usize::from(rated.points.fract() != 0.0)),
            Cell::Count(rated.games),
        ]);
    }
    for player in &ratings.unrated {
        table.row(vec![Cell::text(player), Cell::text("no games")]);
    }
    section.table(table);
    section.table(crosses(ratings, pairings));
    if ratings.groups > 1 {
        section.text(format!(
            "There are {} groups of players between which no games were played: ratings compare \
             within a group only.",
            ratings.groups
        ));
    }
    let dot = |rated: &crate::findings::players::Rated| Dot {
        label: rated.player.clone(),
        value: rated.elo,
        low: rated.interval.low,
        high: rated.interval.high,
        colour: rated.group,
    };
    if ratings.players.len() <= MOST_DOTS {
        section.figure(Figure {
            name: "ratings".to_owned(),
            caption: "Ratings with 95 % intervals, from the strongest to the weakest. The dashed \
                      line is the mean of all players."
                .to_owned(),
            plot: Plot::Dots(Dots {
                rows: ratings.players.iter().map(dot).collect(),
                unit: Unit::Number,
                axis: "Elo".to_owned(),
                even: Some(0.0),
            }),
        });
    }
    section
}

/// More players than this have no table of all against all.
const MOST_CROSSED: usize = 16;

/// All against all, where most have met; without rows otherwise.
fn crosses(ratings: &RatingTable, pairings: &[Pairing]) -> Table {
    let names: Vec<&str> = ratings.players.iter().map(|r| r.player.as_str()).collect();
    let mut table = Table::new(
        "crosses",
        "The share of the points that the player of the row has against that of the column.",
    )
    .words("Player");
    for name in &names {
        table = table.numbers(name);
    }
    let met = |row: &str, column: &str| {
        let (mut points, mut games) = (0.0, 0);
        for pairing in pairings {
            let total = &pairing.total;
            if (pairing.first.as_str(), pairing.second.as_str()) == (row, column) {
                points += total.wins;
                games += total.of;
            } else if (pairing.second.as_str(), pairing.first.as_str()) == (row, column) {
                points += total.of as f64 - total.wins;
                games += total.of;
            }
        }
        (row != column && games > 0).then(|| points / games as f64)
    };
    let mut filled = 0;
    for row in &names {
        let shares = names.iter().map(|column| met(row, column));
        let mut cells = vec![Cell::text(*row)];
        cells.extend(shares.map(|share| Cell::maybe(share, Cell::Share)));
        filled += cells
            .iter()
            .filter(|cell| matches!(cell, Cell::Share(_)))
            .count();
        table.row(cells);
    }
    let all = names.len() * names.len().saturating_sub(1);
    if names.len() > MOST_CROSSED || 2 * filled <= all {
        table.rows.clear();
    }
    table
}

/// The share with each colour, and by pairs.
pub(super) fn colours(pairings: &[Pairing]) -> Section {
    let mut section = Section::new("Colours and pairs");
    let mut table = Table::new(
        "colours",
        "The first player's share with each colour, with Wilson's intervals, and of all games with \
         the exact interval of Clopper and Pearson.",
    )
    .words("Match")
    .numbers("As Black")
    .numbers("Share")
    .numbers("95 %")
    .numbers("As White")
    .numbers("Share")
    .numbers("95 %")
    .minor("All, exact 95 %");
    let mut pairs = Table::new(
        "pairs",
        "Pairs of games with the same opening and colours swapped, by the points that the first \
         player got from both; its share with the interval that the scatter of pairs gives.",
    )
    .words("Match")
    .numbers("0")
    .numbers("½")
    .numbers("1")
    .numbers("1½")
    .numbers("2")
    .numbers("Share")
    .numbers("95 %")
    .minor("Elo")
    .minor("Elo 95 %")
    .minor("LOS");
    for pairing in pairings.iter().filter(|pairing| pairing.games > 0) {
        let name = label(pairing.at.as_ref(), &pairing.first, Some(&pairing.second));
        let mut row = vec![Cell::text(&name)];
        for share in [pairing.as_black, pairing.as_white] {
            row.push(Cell::Count(share.of));
            row.push(Cell::maybe(share.share, Cell::Share));
            row.push(Cell::maybe(share.wilson, |i| Cell::Shares(i.low, i.high)));
        }
        let exact = pairing.total.clopper_pearson;
        row.push(Cell::maybe(exact, |i| Cell::Shares(i.low, i.high)));
        table.row(row);
        if let Some(of) = pairing.pairs {
            let mut row = vec![Cell::text(&name)];
            row.extend(of.counts.map(Cell::Count));
            row.push(Cell::Share(of.share));
            row.push(Cell::Shares(of.interval.low, of.interval.high));
            row.extend(elo(of.elo));
            row.push(superiority(of.los));
            pairs.row(row);
        }
    }
    section.table(table);
    section.table(pairs);
    section
}

/// The tests that may end a series.
pub(super) fn sequential(pairings: &[Pairing]) -> Section {
    let mut section = Section::new("Sequential test");
    let mut table = Table::new(
        "sprt",
        "The sequential probability ratio test over pairs: the logarithm of the likelihood ratio \
         (LLR), and the bounds at which it decides.",
    )
    .words("Match")
    .numbers("Pairs")
    .numbers("LLR")
    .numbers("Bounds")
    .words("Verdict");
    let mut test = None;
    for pairing in pairings {
        let Some(sprt) = pairing.sprt else { continue };
        test = Some(sprt.test);
        table.row(vec![
            Cell::text(label(
                pairing.at.as_ref(),
                &pairing.first,
                Some(&pairing.second),
            )),
            Cell::Count(pairing.pairs.map_or(0, |pairs| pairs.n)),
            Cell::Number(sprt.llr, 2),
            Cell::Range(sprt.lower, sprt.upper, 2),
            Cell::text(match sprt.verdict {
                PairVerdict::Open => "open".to_owned(),
                PairVerdict::Decided => {
                    "decided; games in flight changed the LLR afterwards".to_owned()
                }
                PairVerdict::Null => format!("{} accepted", number(sprt.test.elo0, 1)),
                PairVerdict::Alternative => format!("{} accepted", number(sprt.test.elo1, 1)),
            }),
        ]);
    }
    if let Some(test) = test {
        let scale = match test.scale {
            Scale::Logistic => "Elo",
            Scale::Normalized => "normalised Elo",
        };
        section.text(format!(
            "Tested is a difference of {} {scale} against one of {}, with errors of {} % and {} %. \
             A share from a run that stopped early leans towards the side that won the test; only \
             the verdict has the stated errors.",
            number(test.elo0, 1),
            number(test.elo1, 1),
            number(test.alpha * 100.0, 1),
            number(test.beta * 100.0, 1),
        ));
    }
    section.table(table);
    section
}
