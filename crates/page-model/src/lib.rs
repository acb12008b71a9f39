#![doc = include_str!("../README.md")]

pub mod composition;
pub mod form_defaults;
pub mod form_pick;
pub mod guide;
pub mod markdown;
pub mod palette;
pub mod plain_result;
pub mod run_delay;
pub mod schema_form;
pub mod text_offset;
pub mod tree_rows;
