//! Native integration tests in one binary: the command line and the document as processes, the output that
//! others read (schemas, declarations, requests), and the rules for the sources.
//!
//! `BLESS=1 cargo test --test it` rewrites the golden files and the generated documentation; review the diff
//! before the commit.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

mod acceptance;
mod additions;
mod annotation_tools;
mod arguments;
mod attacks;
mod behaviors;
mod chat;
mod checks;
mod cli;
mod determinism;
mod drawing;
mod dxf;
mod dxf_files;
mod errors;
mod eval;
mod examples;
mod exec;
mod folder;
mod formats;
mod function_pictures;
mod fuzz;
mod gallery;
mod golden;
mod guide;
mod hostile_model;
mod jobs;
mod korean;
mod mcp;
mod outputs;
mod part_tools;
mod printed;
mod readers;
mod replay;
mod sandbox_child;
mod support;
mod svg;
mod synonyms;
mod tidy;
mod tool_search;
