//! The origin of results: programs, their hashes and versions, parameters, machine.

use std::collections::BTreeMap;
use std::{env, fs, thread};

use serde::{Deserialize, Serialize};
use tengen_params::{Entry, list};
use tengen_progress::StopFlag;

use crate::experiment::{Contender, Experiment, Lesson, Maker, Work};
use crate::hash;
use crate::lesson::{self, Supplies};
use crate::outline::Series;
use crate::player::identity::sha256;

/// The identity of this program, which only the binary knows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Provenance {
    /// The version.
    pub version: String,
    /// The commit it was built from, with `+` if there were changes besides.
    pub commit: String,
    /// The command that started it.
    pub command: String,
}

/// The origin of results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The experiment's hash.
    pub experiment: String,
    /// This program.
    pub tengen: Provenance,
    /// The SHA-256 of its binary.
    pub binary: String,
    /// The machine's name.
    pub host: String,
    /// Its system and kind of processor.
    pub system: String,
    /// Its processor.
    pub processor: String,
    /// The number of threads it runs at once.
    pub cores: usize,
    /// The players, by name.
    pub players: BTreeMap<String, Make>,
    /// The files of games that models learn from and are judged by.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub data: Vec<DataFile>,
}

/// A file of games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DataFile {
    /// The path at the time.
    pub path: String,
    /// The size in bytes.
    pub bytes: u64,
    /// Its hash.
    pub sha256: String,
}

/// A model of a player of ours.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelFile {
    /// The value of the parameter: a file, or the name of a built-in one.
    pub name: String,
    /// The SHA-256 of the file; of a built-in one that of what it holds, written as this version
    /// writes it.
    pub sha256: String,
}

/// So many files of games are named.
const NAMED_FILES: usize = 100;

/// The exact make of a player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Make {
    /// A search of this program.
    Own {
        /// The budget it may spend.
        budget: String,
        /// All its parameters.
        parameters: BTreeMap<String, String>,
        /// The models that it uses, by the parameter that names them.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        models: BTreeMap<String, ModelFile>,
    },
    /// A program of others.
    Outside {
        /// Its command line.
        command: String,
        /// The budget it may spend.
        budget: String,
        /// The name it gives itself.
        name: String,
        /// The version it says it has.
        version: String,
        /// The SHA-256 of its binary, if that was found.
        binary: Option<String>,
        /// The SHA-256 of every file that its command line names.
        files: BTreeMap<String, String>,
    },
    /// A program that told nothing, or a search without its model: why.
    Unknown(String),
}

impl Manifest {
    /// Gathers what there is to know; outside programs are started and asked until `halt`.
    #[must_use]
    pub fn gather(experiment: &Experiment, tengen: &Provenance, halt: &StopFlag) -> Self {
        let make = |player: &Contender| {
            let budget = player.line().budget;
            match &player.maker {
                Maker::Own(player) => {
                    let models = match player.models() {
                        Ok(models) => models,
                        Err(fault) => return Make::Unknown(format!("lacks a model: {fault}")),
                    };
                    let entries = list(player.params()).into_iter();
                    let value =
                        |entry: Entry| (entry.spec.name.to_owned(), entry.value.to_string());
                    Make::Own {
                        budget,
                        parameters: entries.map(value).collect(),
                        models,
                    }
                }
                Maker::Outside(program) => {
                    super::seat::identity(experiment, program, &budget, halt)
                }
            }
        };
        let players = experiment.players.iter();
        let mut players: BTreeMap<String, Make> =
            players.map(|p| (p.name.clone(), make(p))).collect();
        let mut data = Vec::new();
        if let Work::Learn(task) = &experiment.work {
            let make = |model: &Lesson| {
                let models = match model.given.as_ref().map(lesson::files).transpose() {
                    Ok(models) => models.unwrap_or_default().into_iter(),
                    Err(fault) => return Make::Unknown(format!("lacks a model: {fault}")),
                };
                Make::Own {
                    budget: model.spends(),
                    parameters: model.parameters(),
                    models: models.map(|(key, file)| (key.to_owned(), file)).collect(),
                }
            };
            players.extend(task.models.iter().map(|m| (m.name.clone(), make(m))));
            data = task.supplies.as_ref().map(data_files).unwrap_or_default();
        }
        Self {
            experiment: experiment.hash.clone(),
            tengen: tengen.clone(),
            binary: own_binary(),
            host: host(),
            system: format!("{} {}", env::consts::OS, env::consts::ARCH),
            processor: processor(),
            cores: thread::available_parallelism().map_or(1, usize::from),
            players,
            data,
        }
    }

    /// The players that cannot be used on this machine, and why. With them every unit would be void.
    #[must_use]
    pub fn unfit(&self) -> Vec<String> {
        let players = self.players.iter();
        let unfit = players.filter_map(|(name, make)| match make {
            Make::Unknown(reason) => Some(format!("player {name}: it {reason}")),
            Make::Own { .. } | Make::Outside { .. } => None,
        });
        unfit.collect()
    }

    /// The manifest as it is kept, and its key.
    #[must_use]
    pub fn sealed(&self) -> (String, String) {
        let text = serde_json::json!(self).to_string();
        (hash::hex(text.as_bytes())[..16].to_owned(), text)
    }
}

impl Manifest {
    /// The lines of it in a game's record: this program, the machine, and the two players.
    #[must_use]
    pub fn lines(&self, series: &Series) -> Vec<(&'static str, String)> {
        let mut lines = vec![
            (
                "tengen",
                format!(
                    "{} commit {} binary {}",
                    self.tengen.version, self.tengen.commit, self.binary
                ),
            ),
            (
                "host",
                format!("{}, {}, {}", self.host, self.system, self.processor),
            ),
        ];
        let names = [Some(&series.first), series.second.as_ref()];
        for name in names.into_iter().flatten() {
            let words = self.players.get(name).map(Make::words);
            lines.push(("player", format!("{name}: {}", words.unwrap_or_default())));
        }
        lines
    }
}

impl Make {
    /// In a line.
    fn words(&self) -> String {
        match self {
            Self::Own {
                budget,
                parameters,
                models,
            } => {
                let each = parameters.iter();
                let mut words: Vec<String> = each
                    .map(|(name, value)| format!("{name}={value}"))
                    .collect();
                for (parameter, model) in models {
                    words.push(format!("{parameter}.sha256={}", model.sha256));
                }
                format!("{budget}: {}", words.join(" "))
            }
            Self::Outside {
                command,
                budget,
                files: _,
                name,
                version,
                binary,
            } => {
                let binary = binary.as_deref().unwrap_or("unknown");
                format!("{name} {version} binary {binary} command {command} ({budget})")
            }
            Self::Unknown(reason) => reason.clone(),
        }
    }
}

fn data_files(supplies: &Supplies) -> Vec<DataFile> {
    let files = supplies.files().take(NAMED_FILES);
    files
        .map(|(path, bytes, sha256)| DataFile {
            path: path.display().to_string(),
            bytes,
            sha256: sha256.to_owned(),
        })
        .collect()
}

/// The SHA-256 of this program's file.
fn own_binary() -> String {
    let path = env::current_exe().ok();
    let hash = path.and_then(|path| sha256(&path));
    hash.unwrap_or_else(|| "unknown".to_owned())
}

/// The name of this machine.
fn host() -> String {
    #[cfg(unix)]
    {
        let name = rustix::system::uname();
        name.nodename().to_string_lossy().into_owned()
    }
    #[cfg(not(unix))]
    {
        env::var("COMPUTERNAME").unwrap_or_else(|_| "unknown".to_owned())
    }
}

fn processor() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = text.lines().find(|line| line.starts_with("model name"));
    line.and_then(|line| line.split_once(':'))
        .map_or_else(|| "unknown".to_owned(), |(_, name)| name.trim().to_owned())
}
