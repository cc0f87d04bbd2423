//! What a search says of itself.

use std::fmt::Write as _;

use tengen_alphabeta::eval::network::SCALE;
use tengen_alphabeta::search::Bound;

use crate::{Analysis, Candidate, Found, Worth};

/// The lines that tell of all candidates.
pub(super) fn lines(analysis: &Analysis) -> Vec<String> {
    let several = analysis.candidates.len() > 1 && !analysis.findings.lines.is_empty();
    let shown = if several {
        analysis.candidates.len()
    } else {
        1
    };
    let candidates = analysis.candidates.iter().take(shown).enumerate();
    candidates
        .map(|(n, candidate)| {
            let mut line = "info".to_owned();
            let found = analysis.findings.lines.get(n);
            line.push_str(&found.map_or_else(|| guess(candidate), worth));
            line.push_str(&effort(analysis));
            if several {
                let _infallible = write!(line, " multipv {}", n + 1);
            }
            line.push_str(" pv");
            for mv in &candidate.pv {
                let _infallible = write!(line, " {mv}");
            }
            line
        })
        .collect()
}

/// The line that tells of the effort alone.
pub(super) fn progress(analysis: &Analysis) -> String {
    format!("info{}", effort(analysis))
}

fn effort(analysis: &Analysis) -> String {
    let (nodes, elapsed) = (analysis.findings.nodes, analysis.elapsed);
    let speed = nodes as f64 / elapsed.as_secs_f64().max(1e-3);
    let (hash, time) = (analysis.findings.hash, elapsed.as_millis());
    format!(" nodes {nodes} nps {speed:.0} hashfull {hash} time {time}")
}

/// What alpha-beta found of a move. A mate that is not proved is told as a value.
fn worth(found: &Found) -> String {
    let bound = match found.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    let score = match found.worth {
        Worth::Mate(plies) if found.proved => format!("mate {plies}"),
        worth => format!("cp {}", worth.value()),
    };
    let (depth, deepest) = (found.depth, found.deepest.max(found.depth));
    format!(" depth {depth} seldepth {deepest} score {score}{bound}")
}

/// The value that goes with the win rate of a move.
fn guess(candidate: &Candidate) -> String {
    let rate = candidate.winrate.clamp(1e-4, 1.0 - 1e-4);
    let value = f64::from(SCALE) * (rate / (1.0 - rate)).ln();
    format!(" score cp {value:.0}")
}
