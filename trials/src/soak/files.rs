//! Files for an engine to load.

use std::fs;
use std::path::PathBuf;

use tempfile::TempDir;

/// Files to load, sound and broken, gone at the end.
pub(crate) struct Folder(TempDir);

impl Folder {
    /// Makes them.
    pub(crate) fn new() -> std::io::Result<Self> {
        let folder = Self(TempDir::with_prefix("trials-soak-")?);
        let game = "(;GM[1]FF[4]SZ[9]KM[7.5]RU[Chinese];B[ee];W[ce];B[];W[tt](;B[cc])(;B[gg]))";
        let set_up = "(;GM[1]SZ[13]AB[aa][ba:da]AW[ab][bb]PL[W];W[mm])";
        let noise: Vec<u8> = (0..5000u32).map(|i| (i * i * 31 + i / 7) as u8).collect();
        let files: [(&str, Vec<u8>); 8] = [
            ("game.sgf", game.into()),
            ("set-up.sgf", set_up.into()),
            ("cut.sgf", game.as_bytes()[..40].into()),
            ("noise.sgf", noise),
            ("deep.sgf", "(;B[aa]".repeat(50_000).into()),
            ("empty.sgf", Vec::new()),
            ("size.sgf", "(;SZ[99];B[aa])".into()),
            (
                "taken.sgf",
                "(;SZ[5];B[aa];W[aa];B[zz];W[ab];B[bb];W[ba])".into(),
            ),
        ];
        for (name, bytes) in files {
            fs::write(folder.0.path().join(name), bytes)?;
        }
        Ok(folder)
    }

    /// The files, one that is not there, and one that is a folder.
    pub(crate) fn files(&self) -> Vec<String> {
        [
            "game.sgf",
            "set-up.sgf",
            "cut.sgf",
            "noise.sgf",
            "deep.sgf",
            "empty.sgf",
            "size.sgf",
            "taken.sgf",
            "nowhere.sgf",
            "",
        ]
        .iter()
        .map(|name| self.0.path().join(name).display().to_string())
        .collect()
    }

    /// A file that may be written.
    pub(crate) fn scratch(&self) -> PathBuf {
        self.0.path().join("written.sgf")
    }
}
