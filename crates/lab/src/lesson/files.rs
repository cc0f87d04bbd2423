//! Files of models and of learning, written so that nobody ever finds half of one.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tengen_pattern::model::Model;

use super::{LessonError, Supplies};
use crate::experiment::Lesson;
use crate::hash;
use crate::record::PassRow;

/// At most so many files are looked at for a model that is there under another name.
const MOST: usize = 200;

/// How a model's learning went.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Course {
    /// The SHA-256 of the text of the task.
    pub(super) task: String,
    pub(super) games: u64,
    pub(super) positions: u64,
    pub(super) passes: Vec<PassRow>,
    pub(super) seconds: f64,
}

impl Supplies {
    /// A file of a model.
    pub(super) fn path(&self, lesson: &Lesson, ending: &str) -> PathBuf {
        self.folder.join(format!("{}.{ending}", lesson.stem()))
    }

    /// The model of a task, if it is there: under its own name, or under another one.
    pub(super) fn model(&self, lesson: &Lesson, task: &str) -> Option<(Model, Course)> {
        let own = self.path(lesson, "tpm");
        let mut others: Vec<PathBuf> = fs::read_dir(&self.folder)
            .into_iter()
            .flatten()
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.extension().is_some_and(|ending| ending == "tpm") && *path != own)
            .collect();
        others.sort();
        others.truncate(MOST);
        let mut paths = std::iter::once(own).chain(others);
        paths.find_map(|path| {
            let model = Model::read(&fs::read(&path).ok()?).ok()?;
            (model.origin() == task).then(|| (model, Course::read(&path, task)))
        })
    }

    /// Keeps a model and how its learning went; the latter first, so that it is there with the
    /// model.
    pub(super) fn keep(
        &self,
        lesson: &Lesson,
        model: &Model,
        course: &Course,
    ) -> Result<(), LessonError> {
        let text = serde_json::json!(course).to_string();
        self.write(&self.path(lesson, "json"), text.as_bytes())?;
        self.write(&self.path(lesson, "tpm"), &model.write())
    }

    /// Writes a file beside its place and moves it there.
    pub(super) fn write(&self, path: &Path, bytes: &[u8]) -> Result<(), LessonError> {
        let mut beside = path.as_os_str().to_owned();
        beside.push(format!(".{}.new", std::process::id()));
        let beside = PathBuf::from(beside);
        let written = || -> io::Result<()> {
            fs::create_dir_all(&self.folder)?;
            let mut file = fs::File::create(&beside)?;
            file.write_all(bytes)?;
            file.sync_all()?;
            fs::rename(&beside, path)
        };
        written().map_err(|source| {
            // The error that counts is the one before.
            let _ = fs::remove_file(&beside);
            LessonError::File {
                path: path.to_owned(),
                source,
            }
        })
    }
}

impl Course {
    /// How the learning of a model went, where that was noted.
    fn read(model: &Path, task: &str) -> Self {
        let text = fs::read_to_string(model.with_extension("json")).ok();
        let course = text.and_then(|text| serde_json::from_str::<Self>(&text).ok());
        course
            .filter(|course| course.task == hash::hex(task.as_bytes()))
            .unwrap_or_default()
    }
}
