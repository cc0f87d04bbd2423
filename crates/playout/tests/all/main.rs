//! Playout policies and what they are made of, tested from outside.

#[allow(unreachable_pub, reason = "the text is that of the documentation")]
mod adding_a_method;
mod cascade;
mod gate;
mod lgrf;
mod light;
mod queries;
#[path = "../../../go/tests/all/reference/mod.rs"]
mod reference;
mod tabu;
