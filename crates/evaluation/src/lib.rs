#![doc = include_str!("../README.md")]

mod checks;
mod label;
mod mutants;
mod pieces;
mod play;
mod reach;
mod recorded;
mod report;
mod table;
mod tasks;
mod trials;

pub use play::play;
pub use reach::Reach;
pub use report::{Changes, Failure, Report, Score, TaskResult, Totals, head};
pub use table::tables;
pub use tasks::{Task, load_tasks};
pub use trials::try_tasks;
