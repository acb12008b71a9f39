#![doc = include_str!("../README.md")]

mod call;
mod composed_main;
#[cfg(not(target_arch = "wasm32"))]
mod directory;
mod error;
mod file_name;
#[cfg(not(target_arch = "wasm32"))]
mod folder;
pub mod hunks;
mod identifiers;
pub mod layout;
mod limits;
pub mod line_ends;
mod literal;
mod lost_lines;
pub mod name_loops;
mod nearest_lines;
mod obstacle;
mod one_parameter;
pub mod parameters;
mod portable;
pub mod presets;
mod read_state;
#[cfg(not(target_arch = "wasm32"))]
mod replaced;
pub mod rewrite;
pub mod sites;
pub mod source;
mod splice;
mod storage;
pub mod symbols;
mod text;
mod vanished;
pub mod work;
mod workspace;
pub mod write;

pub use call::Call;
pub use composed_main::ComposedMain;
#[cfg(not(target_arch = "wasm32"))]
pub use directory::Directory;
pub use error::WorkspaceError;
pub use file_name::FileName;
#[cfg(not(target_arch = "wasm32"))]
pub use folder::{Folder, modules};
pub use identifiers::{Identifiers, snake};
pub use limits::{MAX_FILE_BYTES, MAX_FILES, MAX_NAME_CHARS, PART_BYTES};
pub use literal::sum;
pub use lost_lines::{common_sequence, is_significant, lost_lines};
pub use obstacle::{Obstacle, Written};
pub use one_parameter::is_one_parameter;
pub use portable::{check_in_folder, unportable};
pub use read_state::StoredReads;
pub use splice::Splice;
pub use storage::{FILE_PREFIX, GOOD_PREFIX, MAIN_KEY, MemoryStorage, Storage, StorageError};
pub use vanished::find_vanished;
pub use workspace::{Workspace, check_size};
