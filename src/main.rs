//! The one binary: every command reads its arguments, calls the libraries, and prints the results.
//!
//! Read in this order: this file (the commands and their exit codes), `failure` (what can go wrong
//! and how it is said), `screen` (where output goes), then one module a command.
//!
//! Exit codes: 0 success, 1 failure, 2 wrong usage.

mod analysis;
mod analyze;
#[cfg(feature = "bench")]
mod bench;
mod board;
mod completions;
mod configuration;
mod count;
mod failure;
mod games;
mod gtp;
mod home;
#[cfg(feature = "lab")]
mod lab;
mod learn;
mod manual;
mod net;
mod params;
mod play;
mod player;
#[cfg(feature = "bench")]
mod playout;
mod position;
mod provenance;
mod recipes;
#[cfg(feature = "lab")]
mod registry;
#[cfg(feature = "lab")]
mod reproduce;
mod screen;
mod sgf;
mod shogi;
mod signals;
mod size;
mod solve;
mod source;
mod thinking;
mod train;
mod usi;
mod wording;

use std::env;
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use configuration::Configuration;
use failure::Failure;
use screen::Screen;

/// A Monte-Carlo search engine and laboratory for Go and Shogi.
#[derive(Parser)]
#[command(version = provenance::BUILD, arg_required_else_help = true, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play a game against the engine in the terminal.
    Play(play::Args),
    /// Analyse a position of an SGF file, or review its whole game.
    Analyze(analyze::Args),
    /// Play over the Go Text Protocol, for graphical boards and matches.
    Gtp(gtp::Args),
    /// Play Shogi over USI, for graphical boards and matches.
    Usi(usi::Args),
    /// Answer queries in KataGo's JSON protocol, for KaTrain and LizzieYzy.
    Analysis(analysis::Args),
    /// List the recipes, which are the players there are, or print one with all its parameters.
    Recipes(recipes::Args),
    /// Run experiments: matches, problems and measurements as files, with real statistics.
    #[cfg(feature = "lab")]
    #[command(subcommand)]
    Lab(lab::Command),
    /// Run the papers' experiments, and print the papers' figures beside ours.
    #[cfg(feature = "lab")]
    Reproduce(reproduce::Args),
    /// Say that this build has no laboratory.
    #[cfg(not(feature = "lab"))]
    #[command(hide = true, disable_help_flag = true)]
    Lab(Absent),
    /// Say that this build has no laboratory.
    #[cfg(not(feature = "lab"))]
    #[command(hide = true, disable_help_flag = true)]
    Reproduce(Absent),
    /// Learn patterns and playouts from game records, and say how good they are.
    #[command(subcommand)]
    Learn(learn::Command),
    /// Train networks: judge positions by a teacher, learn from games.
    #[command(subcommand)]
    Train(train::Command),
    /// Play one playout on a drawn board.
    #[cfg(feature = "bench")]
    Playout(playout::Args),
    /// Say that this build has no benchmarks.
    #[cfg(not(feature = "bench"))]
    #[command(hide = true, disable_help_flag = true)]
    Playout(Absent),
    /// Check, show or score SGF records.
    #[command(subcommand)]
    Sgf(sgf::Command),
    /// Work with records and positions of Shogi: check, show, convert, find mates, count moves.
    #[command(subcommand)]
    Shogi(shogi::Command),
    /// Work with files of one game a line.
    #[command(subcommand)]
    Games(games::Command),
    /// Look at networks.
    #[command(subcommand)]
    Net(net::Command),
    /// Solve late endgames exactly, draw problems of them, and prove their answers again.
    #[command(subcommand)]
    Solve(solve::Command),
    /// Measure how fast playouts and searches are, and what more threads bring.
    #[cfg(feature = "bench")]
    Bench(bench::Args),
    /// Say that this build has no benchmarks.
    #[cfg(not(feature = "bench"))]
    #[command(hide = true, disable_help_flag = true)]
    Bench(Absent),
    /// List the parameters, or print them as TOML.
    Params(params::Args),
    /// Print what completes commands, flags and names in a shell.
    Completions(completions::Args),
    /// Print the manual page of a command, or write those of all.
    Man(manual::Args),
}

impl Command {
    /// The player of a command that heeds the user's configuration file.
    fn player(&mut self) -> Option<&mut player::Args> {
        match self {
            Self::Play(args) => Some(&mut args.player),
            Self::Analyze(args) => Some(&mut args.player),
            Self::Gtp(args) => Some(&mut args.player),
            Self::Analysis(args) => Some(&mut args.player),
            _ => None,
        }
    }
}

/// Whatever follows a command that this build does not have.
#[cfg(not(all(feature = "lab", feature = "bench")))]
#[derive(clap::Args)]
struct Absent {
    #[arg(allow_hyphen_values = true, trailing_var_arg = true)]
    _words: Vec<String>,
}

fn main() -> ExitCode {
    let mut cli = Cli::parse_from(analysis::translated(env::args_os()));
    panic::set_hook(Box::new(|info| failure::say(failure::bug(info))));
    let outcome = panic::catch_unwind(AssertUnwindSafe(|| {
        configure(&mut cli.command)?;
        run(&cli.command, &mut Screen::stdout())
    }));
    match outcome {
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(failure)) => {
            if let Some(sentence) = failure.sentence() {
                failure::say(sentence);
            }
            ExitCode::from(failure.code())
        }
        // The hook has said what there is to say.
        Err(_) => ExitCode::FAILURE,
    }
}

/// Gives the player of a command what the user's configuration file says.
fn configure(command: &mut Command) -> Result<(), Failure> {
    if let Some(player) = command.player() {
        player.configure(Configuration::read()?);
    }
    Ok(())
}

fn run(command: &Command, screen: &mut Screen) -> Result<(), Failure> {
    match command {
        Command::Play(args) => play::run(args, screen),
        Command::Analyze(args) => analyze::run(args, screen),
        Command::Gtp(args) => gtp::run(args, screen),
        Command::Usi(args) => usi::run(args, screen),
        Command::Analysis(args) => analysis::run(args, screen),
        Command::Recipes(args) => recipes::run(args, screen),
        #[cfg(feature = "lab")]
        Command::Lab(command) => lab::run(command, screen),
        #[cfg(feature = "lab")]
        Command::Reproduce(args) => reproduce::run(args, screen),
        #[cfg(not(feature = "lab"))]
        Command::Lab(_) | Command::Reproduce(_) => Err(Failure::Failed(
            "this build has no laboratory; a build with the feature `lab`, as is usual, has one"
                .to_owned(),
        )),
        #[cfg(not(feature = "bench"))]
        Command::Playout(_) | Command::Bench(_) => Err(Failure::Failed(
            "this build has no benchmarks; a build with the feature `bench`, as is usual, has them"
                .to_owned(),
        )),
        Command::Learn(command) => learn::run(command, screen),
        Command::Train(command) => train::run(command, screen),
        #[cfg(feature = "bench")]
        Command::Playout(args) => playout::run(args, screen),
        Command::Sgf(command) => sgf::run(command, screen),
        Command::Shogi(command) => shogi::run(command, screen),
        Command::Games(command) => games::run(command, screen),
        Command::Net(command) => net::run(command, screen),
        Command::Solve(command) => solve::run(command, screen),
        #[cfg(feature = "bench")]
        Command::Bench(args) => bench::run(args, screen),
        Command::Params(args) => params::run(args, screen),
        Command::Completions(args) => completions::run(args, screen),
        Command::Man(args) => manual::run(args, screen),
    }
}

#[cfg(all(test, not(feature = "lab"), not(feature = "bench")))]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn a_build_without_laboratory_and_benchmarks_says_so() {
        let help = Cli::command().render_long_help().to_string();
        for hidden in ["reproduce", "  lab", "  bench", "  playout"] {
            assert!(!help.contains(hidden), "{help}");
        }
        for (words, lacks) in [
            (
                &["lab", "run", "x.toml", "--games", "2"][..],
                "no laboratory",
            ),
            (&["reproduce"], "no laboratory"),
            (&["lab", "--help"], "no laboratory"),
            (&["bench", "--signature"], "no benchmarks"),
            (&["playout"], "no benchmarks"),
        ] {
            let words = [&["tengen"], words].concat();
            let cli = Cli::try_parse_from(words).unwrap_or_else(|error| panic!("{error}"));
            let failure = run(&cli.command, &mut Screen::stdout()).unwrap_err();
            let said = failure.sentence().unwrap();
            assert!(said.contains(&format!("this build has {lacks}")), "{said}");
        }
    }
}
