//! The list of panels.

use super::chat::panel::CHAT_PANEL;
use super::checks::CHECKS_PANEL;
use super::code::CODE_PANEL;
use super::knowledge::MEMORY_PANEL;
use super::layers::LAYERS_PANEL;
use super::panel::Panel;
use super::parameters::PARAMETERS_PANEL;
use super::properties::PROPERTIES_PANEL;
use super::tree::ITEMS_PANEL;

/// All panels, in the display order of their docks.
pub(crate) const PANELS: &[Panel] = &[
    CHAT_PANEL,
    CODE_PANEL,
    PARAMETERS_PANEL,
    MEMORY_PANEL,
    ITEMS_PANEL,
    PROPERTIES_PANEL,
    LAYERS_PANEL,
    CHECKS_PANEL,
];
