//! The desk: takes in lines, answers at once what needs no search, and hands the rest to the workers.

use std::io::BufRead;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::Sender;

use serde_json::{Map, Value, json};

use super::fields::{Fields, Read, Remark, short};
use super::letter::Letter;
use super::query::Query;
use super::queue::Queue;
use super::{Options, reply};
use crate::input::{LONGEST, Line, quoted, read_line};

/// See the module's head.
pub(super) struct Desk {
    pub(super) options: Options,
    pub(super) queue: Arc<Queue>,
    pub(super) replies: Sender<Letter>,
    /// The networks of the player, as KataGo lists them.
    pub(super) models: Value,
}

impl Desk {
    /// Takes in all lines. What waits at their end is still searched, unless that is not wanted.
    pub(super) fn serve(self, mut input: impl BufRead) {
        while let Some(line) = read_line(&mut input) {
            match line {
                Line::Whole(bytes) if bytes.trim_ascii().is_empty() => {}
                Line::Whole(bytes) => self.answer(&bytes),
                Line::TooLong(_) => {
                    let sentence = format!("the line is longer than {LONGEST} bytes");
                    self.say(reply::error(&sentence));
                }
            }
        }
        if !self.options.finish {
            self.terminate(None, None);
        }
    }

    fn answer(&self, bytes: &[u8]) {
        let (id, mut object) = match object(bytes) {
            Ok(read) => read,
            Err(sentence) => return self.say(reply::error(&sentence)),
        };
        self.guarded(&id, || match object.get("action") {
            Some(_) => self.act(&mut object),
            None => self.query(&id, object, bytes.len()),
        });
    }

    /// Does what an object asks for, and replies if it is refused or panics.
    fn guarded(&self, id: &str, task: impl FnOnce() -> Read<()>) {
        match catch_unwind(AssertUnwindSafe(task)) {
            Ok(Ok(())) => {}
            Ok(Err(remark)) => self.say(reply::refusal(id, &remark)),
            Err(_) => self.say(reply::broken(id)),
        }
    }

    fn query(&self, id: &str, object: Map<String, Value>, bytes: usize) -> Read<()> {
        let (query, warnings) = Query::read(id.to_owned(), object, &self.options.settings)?;
        for remark in &warnings {
            self.say(reply::warning(id, remark));
        }
        self.queue.put(query, bytes);
        Ok(())
    }

    /// Does what is no query; the object comes back as the reply.
    fn act(&self, object: &mut Map<String, Value>) -> Read<()> {
        let mut fields = Fields::new(object.clone());
        let action = fields.text("action")?.unwrap_or_default();
        match action.as_str() {
            "query_version" => {
                let Options {
                    version, commit, ..
                } = &self.options;
                object.insert("version".to_owned(), json!(version));
                object.insert("git_hash".to_owned(), json!(commit));
            }
            "query_models" => {
                object.insert("models".to_owned(), self.models.clone());
            }
            "clear_cache" => self.queue.clear(),
            "terminate" => {
                let missing = || Remark::new("terminateId", "it is missing; the id of a query");
                let id = fields.text("terminateId")?.ok_or_else(missing)?;
                let turns = fields.wholes("turnNumbers", 0..=i64::MAX)?;
                self.terminate(Some(&id), turns.as_deref());
            }
            "terminate_all" => {
                let turns = fields.wholes("turnNumbers", 0..=i64::MAX)?;
                self.terminate(None, turns.as_deref());
            }
            _ => {
                let sentence = format!(
                    "there is no action {}; there are query_version, query_models, clear_cache, \
                     terminate and terminate_all",
                    quoted(&action)
                );
                return Err(Remark::new("action", sentence));
            }
        }
        self.say(Value::Object(object.clone()));
        Ok(())
    }

    fn terminate(&self, id: Option<&str>, turns: Option<&[i64]>) {
        for position in self.queue.terminate(id, turns) {
            self.say(reply::nothing(&position));
        }
    }

    fn say(&self, reply: Value) {
        // Who does not read any more is noticed by those who write.
        let _unheard = self.replies.send(reply.into());
    }
}

/// Whatever happens to the desk, the workers must not wait for it.
impl Drop for Desk {
    fn drop(&mut self) {
        self.queue.end();
    }
}

/// The object of a line, with its id, or what is wrong with it.
pub(super) fn object(line: &[u8]) -> Result<(String, Map<String, Value>), String> {
    let object = match serde_json::from_slice(line) {
        Ok(Value::Object(object)) => object,
        Ok(other) => {
            let other = short(&other);
            return Err(format!("a line is an object of JSON, not {other}"));
        }
        Err(error) => return Err(format!("the line is no JSON: {error}")),
    };
    match object.get("id") {
        Some(Value::String(id)) => Ok((id.clone(), object)),
        _ => Err("an object has an \"id\", which is a text".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis_json::Settings;
    use std::num::NonZeroUsize;
    use std::sync::mpsc::{Receiver, channel};

    fn desk() -> (Desk, Receiver<Letter>) {
        let (replies, said) = channel();
        let options = Options {
            version: String::new(),
            commit: String::new(),
            workers: NonZeroUsize::MIN,
            finish: true,
            settings: Settings::default(),
        };
        let desk = Desk {
            options,
            queue: Arc::default(),
            replies,
            models: Value::Null,
        };
        (desk, said)
    }

    #[test]
    fn who_asks_for_what_panics_is_told_and_the_next_is_answered() {
        let (desk, said) = desk();
        desk.guarded("a", || panic!("a bug"));
        desk.answer(br#"{"id": "b", "action": "clear_cache"}"#);
        let mut output = Vec::new();
        for letter in said.try_iter() {
            letter.write(&mut output).unwrap();
        }
        let text = String::from_utf8(output).unwrap();
        let mut lines = text.lines().map(|line| object(line.as_bytes()).unwrap());
        let (id, broken) = lines.next().unwrap();
        assert_eq!(id, "a");
        assert!(broken["error"].as_str().unwrap().starts_with("internal"));
        assert_eq!(lines.next().unwrap().0, "b");
    }
}
