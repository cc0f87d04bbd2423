//! The curves of a training: lines of JSON that are added as it goes, and drawn at the end.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};
use tengen_document::figure::{Curve, Figure, Line, Node, Places, Plot, Setting, Unit, WIDE};
use tengen_net::train::Losses;
use tengen_pattern::file;

use crate::failure::Failure;
use crate::learn::output;

/// The file of the curves. Its first line says what is trained; each other one is a moment of the training.
pub(crate) struct Curves {
    path: PathBuf,
    task: Value,
    lines: Vec<Map<String, Value>>,
}

impl Curves {
    /// Begins the file, or goes on with what it holds up to so many positions.
    ///
    /// # Errors
    /// If it is of another training, or cannot be read or written.
    pub(crate) fn open(path: &Path, task: Value, seen: u64) -> Result<Self, Failure> {
        let mut curves = Self {
            path: path.to_owned(),
            task,
            lines: Vec::new(),
        };
        if seen > 0 {
            curves.read(seen)?;
        }
        let lines = curves.lines.iter().map(|line| json!(line));
        let lines: Vec<Value> = [json!({ "task": curves.task })]
            .into_iter()
            .chain(lines)
            .collect();
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        output::replace(path, text.as_bytes())?;
        Ok(curves)
    }

    fn read(&mut self, seen: u64) -> Result<(), Failure> {
        let bytes = file::read(&self.path)?.unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        let mut lines = text
            .lines()
            .filter_map(|line| serde_json::from_str::<Map<String, Value>>(line).ok());
        let Some(task) = lines.next().and_then(|mut line| line.remove("task")) else {
            return Ok(());
        };
        if let (Some(was), Some(is)) = (task.as_object(), self.task.as_object())
            && let Some((key, is)) = is
                .iter()
                .find(|(key, is)| was.get(*key).unwrap_or(&Value::Null) != *is)
        {
            let was = was.get(key).cloned().unwrap_or_default();
            let sentence = format!(
                "the checkpoint is of another training: its {key} is {was}, not {is} ({}); \
                 --fresh begins anew",
                self.path.display()
            );
            return Err(Failure::Failed(sentence));
        }
        self.lines = lines
            .filter(|line| line.get("positions").and_then(Value::as_u64) <= Some(seen))
            .collect();
        Ok(())
    }

    /// The seconds of training before.
    pub(crate) fn seconds(&self) -> f64 {
        let last = self.lines.last().and_then(|line| line.get("seconds"));
        last.and_then(Value::as_f64).unwrap_or(0.0)
    }

    /// Adds a line.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn add(&mut self, line: Map<String, Value>) -> Result<(), Failure> {
        let text = format!("{}\n", json!(line));
        OpenOptions::new()
            .append(true)
            .open(&self.path)
            .and_then(|mut file| file.write_all(text.as_bytes()))
            .map_err(|error| {
                Failure::Failed(format!(
                    "{} cannot be written: {error}",
                    self.path.display()
                ))
            })?;
        self.lines.push(line);
        Ok(())
    }

    /// The last line.
    pub(crate) fn last(&self) -> Option<&Map<String, Value>> {
        self.lines.last()
    }

    /// The names of what was measured: losses of training and of trials.
    fn groups(&self) -> Vec<String> {
        let mut groups: Vec<String> = Vec::new();
        for (name, value) in self.lines.iter().flatten() {
            if value.is_object() && !groups.contains(name) {
                groups.push(name.clone());
            }
        }
        groups
    }

    /// The values of a figure over positions, in one group.
    fn line(&self, group: &str, figure: &str) -> Line {
        let node = |line: &Map<String, Value>| {
            let at = line.get("positions")?.as_f64()?;
            let value = line.get(group)?.get(figure)?.as_f64()?;
            Some(Node {
                at,
                value,
                low: value,
                high: value,
            })
        };
        Line {
            label: group.to_owned(),
            nodes: self.lines.iter().filter_map(node).collect(),
        }
    }

    /// The figures that are worth looking at.
    pub(crate) fn figures(&self) -> Vec<Figure> {
        [
            (
                "accuracy",
                "Moves of the games that are the network's first choice.",
                Unit::Share,
            ),
            (
                "won",
                "Games won against earlier states of itself.",
                Unit::Share,
            ),
            (
                "policy",
                "Cross-entropy of the moves of the games.",
                Unit::Number,
            ),
            (
                "soft",
                "Cross-entropy of the teacher's moves.",
                Unit::Number,
            ),
            (
                "brier",
                "Brier score of the winners of the games.",
                Unit::Number,
            ),
            (
                "win",
                "Cross-entropy of the teacher's win probability.",
                Unit::Number,
            ),
            (
                "ownership",
                "Squared error of the teacher's ownership.",
                Unit::Number,
            ),
            (
                "error",
                "Mean squared error of the chance of winning.",
                Unit::Number,
            ),
        ]
        .into_iter()
        .filter_map(|(name, caption, unit)| {
            let lines = self.groups().into_iter().map(|g| self.line(&g, name));
            let lines: Vec<Line> = lines.filter(|line| line.nodes.len() > 1).collect();
            (!lines.is_empty()).then(|| Figure {
                name: name.to_owned(),
                caption: caption.to_owned(),
                plot: Plot::Curve(Curve {
                    lines,
                    places: Places::Round,
                    unit,
                    across: "positions".to_owned(),
                    up: name.to_owned(),
                    even: None,
                }),
            })
        })
        .collect()
    }

    /// Draws the figures into files beside a model.
    ///
    /// # Errors
    /// If one cannot be written.
    pub(crate) fn draw(&self, out: &Path) -> Result<Vec<String>, Failure> {
        let mut names = Vec::new();
        for figure in self.figures() {
            let path = file::with(out, &format!(".{}.svg", figure.name));
            let svg = figure.svg(WIDE, Setting::File);
            output::replace(&path, svg.as_bytes())?;
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            names.push(name.into_owned());
        }
        Ok(names)
    }
}

/// The losses that were measured, by name.
pub(crate) fn figures(losses: &Losses) -> Map<String, Value> {
    let means = [
        ("total", losses.total),
        ("policy", losses.policy),
        ("accuracy", losses.accuracy),
        ("soft", losses.soft),
        ("reply", losses.reply),
        ("result", losses.result),
        ("brier", losses.brier),
        ("win", losses.win),
        ("lead", losses.lead),
        ("score", losses.score),
        ("deviation", losses.deviation),
        ("ownership", losses.ownership),
        ("gradient", losses.gradient),
    ];
    let round = |x: f64| (x * 1e5).round() / 1e5;
    means
        .into_iter()
        .filter_map(|(name, mean)| Some((name.to_owned(), json!(round(mean.get()?)))))
        .collect()
}
