//! Records of games, read and written.

mod sgf_files;
mod sgf_round_trip;
mod tsv_stream;
