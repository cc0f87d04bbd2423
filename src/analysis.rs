//! `tengen analysis`: the engine for front ends that send positions as JSON, as they do to KataGo.

use std::ffi::OsString;
use std::fs;
use std::io::{self, BufReader};
use std::num::NonZeroUsize;
use std::path::PathBuf;

use tengen_go_engine::analysis_json::{self, Heed, Options, Settings};

use crate::failure::{Failure, say};
use crate::player;
use crate::provenance::{COMMIT, VERSION};
use crate::screen::Screen;

/// Who answers, and how many positions at a time.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// How many positions are searched at a time, each with a tree of its own.
    #[arg(long, value_name = "N", default_value = "2")]
    analysis_threads: NonZeroUsize,
    /// A configuration of KataGo's: reportAnalysisWinratesAs, maxVisits, maxPlayouts and maxTime are heeded.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// The same settings here, with commas between them.
    #[arg(long, value_name = "NAME=VALUE,...")]
    override_config: Vec<String>,
    /// A network of human play, which is not used.
    #[arg(long, value_name = "FILE", hide = true)]
    human_model: Option<PathBuf>,
    /// Leave out what still waits at the end of the input.
    #[arg(long)]
    quit_without_waiting: bool,
    #[command(flatten)]
    pub(crate) player: player::Args,
}

/// The flags of KataGo's that are taken with one hyphen, too, and what they are here.
const FLAGS: [(&str, &str); 6] = [
    ("-config", "--config"),
    ("-model", "--net"),
    ("-override-config", "--override-config"),
    ("-human-model", "--human-model"),
    ("-analysis-threads", "--analysis-threads"),
    ("-quit-without-waiting", "--quit-without-waiting"),
];

/// The words of a command line, with the flags of KataGo's turned into ours where this command follows.
pub(crate) fn translated(words: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut words: Vec<OsString> = words.collect();
    if words.get(1).is_some_and(|word| word == "analysis") {
        for word in &mut words[2..] {
            if let Some((_, ours)) = FLAGS.iter().find(|(theirs, _)| word == theirs) {
                *word = ours.into();
            }
        }
    }
    words
}

/// Answers the queries on standard input until its end.
pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<(), Failure> {
    let parameters = args.player.judging()?;
    if args.human_model.is_some() {
        say("-human-model is not heeded: there are no networks of human play.");
    }
    let options = Options {
        version: VERSION.to_owned(),
        commit: COMMIT.to_owned(),
        workers: args.analysis_threads,
        finish: !args.quit_without_waiting,
        settings: settings(args)?,
    };
    // Some clients wait for these words.
    say("Started, ready to begin handling requests");
    analysis_json::run(parameters, options, BufReader::new(io::stdin()), screen)?;
    Ok(())
}

/// The settings of the configuration, then those that override it.
fn settings(args: &Args) -> Result<Settings, Failure> {
    let mut settings = Settings::default();
    if let Some(file) = &args.config {
        let said = |error| Failure::Failed(format!("{} cannot be read: {error}", file.display()));
        let text = fs::read_to_string(file).map_err(said)?;
        for (name, value) in entries(&text) {
            // What else it says is about another engine.
            set(&mut settings, "-config", name, value)?;
        }
    }
    let pairs = args.override_config.iter().flat_map(|list| list.split(','));
    for pair in pairs {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let heed = set(&mut settings, "-override-config", name.trim(), value.trim())?;
        if let Heed::No(reason) = heed {
            say(format!("-override-config: {reason}."));
        }
    }
    Ok(settings)
}

/// The names and values of a configuration; `#` begins a comment.
fn entries(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let lines = text
        .lines()
        .map(|line| line.split('#').next().unwrap_or(""));
    let pairs = lines.filter_map(|line| line.split_once('='));
    pairs.map(|(name, value)| (name.trim(), value.trim()))
}

fn set(settings: &mut Settings, flag: &str, name: &str, value: &str) -> Result<Heed, Failure> {
    let wrong = |sentence| Failure::Usage(format!("{flag}: {sentence}"));
    settings.set(name, value).map_err(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_of_katago_are_taken_after_this_command_alone() {
        let translate = |line: &str| {
            let words = translated(line.split(' ').map(OsString::from));
            let words: Vec<String> = words.iter().map(|w| w.display().to_string()).collect();
            words.join(" ")
        };
        assert_eq!(
            translate("tengen analysis -config a.cfg -model b.bin.gz -analysis-threads 3"),
            "tengen analysis --config a.cfg --net b.bin.gz --analysis-threads 3"
        );
        assert_eq!(
            translate("tengen analyze -model x"),
            "tengen analyze -model x"
        );
        assert_eq!(translate("tengen"), "tengen");
    }

    #[test]
    fn configurations_are_lines_of_names_and_values() {
        let text = "# a comment\nreportAnalysisWinratesAs = BLACK # whose\n\nlogDir=x\nnothing\n";
        let entries: Vec<_> = entries(text).collect();
        assert_eq!(
            entries,
            [("reportAnalysisWinratesAs", "BLACK"), ("logDir", "x")]
        );
    }
}
