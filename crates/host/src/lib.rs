#![doc = include_str!("../README.md")]

mod conversation;
pub mod conversion;
mod document;
mod http;
mod matcher;
mod runner;
pub mod streams;
mod vanished;
mod weak_sandbox;

pub use conversation::{Conversation, Ended, TurnError};
pub use document::Document;
pub use matcher::mismatch;
pub use runner::{Runner, complete};
