//! Native integration tests: the program from outside, and the rules of the house.

mod exec;
mod tidy;
