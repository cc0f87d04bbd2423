//! Features, models and how they are learned, tested from outside.

mod corpus;
mod evaluation;
mod features;
mod learning;
mod made;
mod rating;
mod training;
