//! All commands there are. A command is declared here and nowhere else.

use super::arguments::Arguments;
use super::engine::{Engine, Outcome};
use super::{
    admin, analyze, board, genmove, gogui, handicap, inspect, pattern, record, rules, score,
    settings, time,
};

/// A command.
pub(super) struct Command {
    /// Its name.
    pub(super) name: &'static str,
    /// Its arguments.
    pub(super) usage: &'static str,
    /// Its description.
    pub(super) help: &'static str,
    /// Runs the command.
    pub(super) run: fn(&mut Engine<'_>, Arguments<'_>) -> Outcome,
}

/// The command of this name.
pub(super) fn find(name: &str) -> Option<&'static Command> {
    COMMANDS.iter().find(|command| command.name == name)
}

macro_rules! commands {
    ($($name:literal $usage:literal $help:literal $run:path;)*) => {
        &[$(Command { name: $name, usage: $usage, help: $help, run: $run }),*]
    };
}

/// The table, by topic.
pub(super) const COMMANDS: &[Command] = commands! {
    "protocol_version" "" "The version of the protocol." admin::protocol_version;
    "name" "" "The name of the engine." admin::name;
    "version" "" "The version of the engine." admin::version;
    "known_command" "NAME" "Whether there is a command of this name." admin::known_command;
    "list_commands" "" "The names of all commands." admin::list_commands;
    "help" "[NAME]" "What a command does, or all of them." admin::help;
    "quit" "" "Ends the engine." admin::quit;
    "gomill-describe_engine" "" "The engine and its parameters that are not default." admin::describe_engine;
    "gomill-cpu_time" "" "The CPU seconds of the process." admin::cpu_time;
    "cputime" "" "The CPU seconds of the process." admin::cpu_time;
    "clear_cache" "" "Forgets what the search has learned." admin::clear_cache;
    "get_random_seed" "" "Where the random numbers start." admin::get_random_seed;
    "set_random_seed" "N" "Starts the random numbers elsewhere." admin::set_random_seed;

    "boardsize" "N" "Sets the side of the board, from 2 to 25, and clears it." board::boardsize;
    "query_boardsize" "" "The side of the board." board::query_boardsize;
    "clear_board" "" "Begins a new game." board::clear_board;
    "komi" "POINTS" "Sets White's points for moving second." board::komi;
    "get_komi" "" "White's points for moving second." board::get_komi;
    "play" "COLOR VERTEX" "Plays a move." board::play;
    "gogui-play_sequence" "[COLOR VERTEX]..." "Plays moves, all or none." board::play_sequence;
    "undo" "" "Takes the last move back." board::undo;
    "gg-undo" "[N]" "Takes the last moves back." board::gg_undo;
    "gogui-setup" "[COLOR VERTEX]..." "Puts stones on the board; empty clears a point." board::setup;
    "gogui-setup_player" "COLOR" "Gives the turn to a side." board::setup_player;

    "showboard" "" "Draws the board." inspect::showboard;
    "is_legal" "COLOR VERTEX" "1 if the move is legal, else 0." inspect::is_legal;
    "all_legal" "COLOR" "All legal points." inspect::all_legal;
    "color" "VERTEX" "The stone on a point: black, white or empty." inspect::color;
    "list_stones" "COLOR" "All stones of a side." inspect::list_stones;
    "captures" "COLOR" "How many stones a side has captured." inspect::captures;
    "move_history" "" "The moves of the game, the last one first." inspect::move_history;
    "last_move" "" "The last move." inspect::last_move;

    "fixed_handicap" "N" "Gives Black handicap stones on their usual points." handicap::fixed;
    "place_free_handicap" "N" "Gives Black handicap stones where the engine likes." handicap::place_free;
    "set_free_handicap" "VERTEX..." "Gives Black handicap stones on these points." handicap::set_free;

    "time_settings" "MAIN PERIOD STONES" "Sets the clocks: main time, then stones in periods." time::time_settings;
    "kgs-time_settings" "none|absolute|byoyomi|canadian NUMBER..." "Sets the clocks as KGS does." time::kgs_time_settings;
    "kata-time_settings" "none|absolute|byoyomi|canadian|fischer|fischer-capped NUMBER..." "Sets the clocks as KataGo does." time::kata_time_settings;
    "kata-list_time_settings" "" "The kinds of clocks that kata-time_settings takes." time::kata_list_time_settings;
    "time_left" "COLOR SECONDS STONES" "Says what a clock shows." time::time_left;

    "kgs-rules" "NAME" "Sets the rules by name." rules::kgs_rules;
    "kata-get-rules" "" "The rules as JSON." rules::get_rules;
    "kata-set-rules" "NAME|JSON" "Sets the rules by name or piece by piece." rules::set_rules;

    "level" "[NAME|1..10]" "How strong the engine plays, or another level: 20k, 15k, … 1d, full." settings::level;
    "tengen-param" "[NAME [VALUE]]" "All parameters, one, or another value for it." settings::param;
    "tengen-recipe" "[NAME|FILE]" "The recipe as TOML, or another recipe with its budget." settings::recipe;
    "tengen-counters" "" "What the last search has counted." settings::counters;
    "kata-list-params" "" "The names of all parameters." settings::list_params;
    "kata-get-param" "NAME" "A parameter." settings::get_param;
    "kata-set-param" "NAME VALUE" "Sets a parameter." settings::set_param;
    "gogui-param" "[GROUP] [NAME VALUE]" "The parameters for a dialog, all or a group, or another value for one." settings::gogui_param;

    "genmove" "COLOR" "Thinks, and plays a move." genmove::genmove;
    "reg_genmove" "COLOR" "Thinks about a move without playing it, always in the same way." genmove::reg_genmove;
    "top_moves_black" "" "The best moves for Black by the strongest player, with weights." genmove::top_moves_black;
    "top_moves_white" "" "The best moves for White by the strongest player, with weights." genmove::top_moves_white;
    "kgs-genmove_cleanup" "COLOR" "Plays a move that takes dead stones off the board." genmove::cleanup;
    "gomill-explain_last_move" "" "Why the last move was played." genmove::explain_last_move;

    "lz-analyze" "[COLOR] [CENTISECONDS] [KEY VALUE]..." "Reports on a search until input comes." analyze::lz_analyze;
    "kata-analyze" "[COLOR] [CENTISECONDS] [KEY VALUE]..." "Reports on a search until input comes." analyze::kata_analyze;
    "lz-genmove_analyze" "[COLOR] [CENTISECONDS] [KEY VALUE]..." "Reports on a search and plays a move." analyze::lz_genmove;
    "kata-genmove_analyze" "[COLOR] [CENTISECONDS] [KEY VALUE]..." "Reports on a search and plays a move." analyze::kata_genmove;
    "stop" "" "Ends an analysis, as any other input does." analyze::stop;
    "gogui-interrupt" "" "Does nothing, and says that # interrupt is heeded." analyze::stop;

    "final_score" "" "The score if the game ended here." score::final_score;
    "final_status_list" "alive|dead|seki" "The stones of this status if the game ended here." score::final_status_list;

    "loadsgf" "FILE [MOVE]" "Loads a record, up to the position before a move." record::loadsgf;
    "printsgf" "[FILE]" "Writes the game as a record." record::printsgf;

    "gogui-analyze_commands" "" "What can be shown of a search." gogui::analyze_commands;
    "tengen-gfx-visits" "" "Where the playouts of the last search went." gogui::visits;
    "tengen-gfx-variation" "" "The line that the last search expects." gogui::variation;
    "tengen-winrates" "" "The win rates of the moves of the last search, in percent." gogui::winrates;
    "tengen-ownership" "" "Who ends up with which point: 1 is Black's, -1 is White's." gogui::ownership;
    "tengen-criticality" "" "How much owning a point goes with winning." gogui::criticality;
    "tengen-pattern-gammas" "[COLOR]" "How likely a strong player plays on each point, by the model." pattern::gammas;
    "tengen-broad-board" "" "The shrunken board: whose area each point is in, by colours." pattern::broad_board;
    "tengen-broad-influence" "" "The influence of stones on each point: 1 is Black's, -1 is White's." pattern::broad_influence;
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_helps_are_sentences() {
        for (n, command) in COMMANDS.iter().enumerate() {
            let name = command.name;
            assert!(!name.contains(char::is_whitespace), "{name}");
            let twice = COMMANDS[..n].iter().any(|other| other.name == name);
            assert!(!twice, "{name}");
            assert!(command.help.ends_with('.'), "{name}");
        }
        // Sabaki reads the win rates of these two as whole numbers, whatever they are.
        assert!(find("analyze").is_none() && find("genmove_analyze").is_none());
    }
}
