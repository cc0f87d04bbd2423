//! The desk: takes in lines, answers at once what needs no search, and hands the rest to the workers.

use std::io::BufRead;
use std::sync::Arc;
use std::sync::mpsc::Sender;

use serde_json::{Map, Value, json};

use super::fields::{Fields, Read, Remark, short};
use super::query::Query;
use super::queue::Queue;
use super::{Options, reply};
use crate::input::{LONGEST, Line, quoted, read_line};

/// See the module's head.
pub(super) struct Desk {
    pub(super) options: Options,
    pub(super) queue: Arc<Queue>,
    pub(super) replies: Sender<Value>,
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
        self.queue.end();
    }

    fn answer(&self, bytes: &[u8]) {
        let (id, mut object) = match object(bytes) {
            Ok(read) => read,
            Err(sentence) => return self.say(reply::error(&sentence)),
        };
        let done = match object.get("action") {
            Some(_) => self.act(&mut object),
            None => self.query(&id, object, bytes.len()),
        };
        if let Err(remark) = done {
            self.say(reply::refusal(&id, &remark));
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
        let _unheard = self.replies.send(reply);
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
