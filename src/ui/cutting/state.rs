//! State of the cutting check.

use leptos::prelude::*;
use std::sync::Arc;
use trammel_canvas::canvas_tool::Text;
use trammel_fabrication::{CheckReport, RepairReport, ReportedFinding};
use trammel_formats::KERF;
use web_sys::HtmlElement;

/// A length that the user can enter for the check.
pub(super) struct Length {
    /// Parameter of `check_for_cutting`, and suffix of the field's `data-testid`.
    pub(super) parameter: &'static str,
    /// Label of the field.
    pub(super) label: Text,
    /// Whether a repair has the parameter as well.
    pub(super) is_for_repair: bool,
}

/// The lengths, in the order of the fields.
pub(super) const LENGTHS: [Length; 3] = [
    Length {
        parameter: "kerf",
        label: KERF.label,
        is_for_repair: false,
    },
    Length {
        parameter: "thickness",
        label: ["Thickness of the sheet", "판재 두께"],
        is_for_repair: false,
    },
    Length {
        parameter: TOLERANCE,
        label: ["Widest gap to close", "이을 틈의 최대 너비"],
        is_for_repair: true,
    },
];

/// Parameter with a default that depends on the unit of the drawing.
pub(super) const TOLERANCE: &str = "tolerance";

/// Parameter with the names of the items, groups, and layers that are meant to be open.
pub(super) const UNCLOSED: &str = "unclosed";

/// Result of a check.
pub(super) struct Checked {
    /// Revision of the drawing that was checked.
    pub(super) revision: u64,
    /// Findings.
    pub(super) report: CheckReport,
}

/// Result of a repair.
pub(super) struct Repaired {
    /// Revision of the drawing after the repair.
    pub(super) revision: u64,
    /// Changes.
    pub(super) report: RepairReport,
}

/// Signals of the panel. The state outlives the panel, which is hidden while the form of a tool is open.
#[derive(Clone, Copy)]
pub(crate) struct CuttingState {
    pub(crate) is_open: RwSignal<bool>,
    /// Text of each field.
    pub(super) texts: RwSignal<[String; LENGTHS.len()]>,
    /// Names of the items, groups, and layers that are meant to be open, as typed.
    pub(super) unclosed: RwSignal<String>,
    /// Reason why the text of a field is wrong, in both languages.
    pub(super) wrong: RwSignal<[Option<[String; 2]>; LENGTHS.len()]>,
    pub(super) is_busy: RwSignal<bool>,
    /// Reason why the last check or repair failed.
    pub(super) failure: RwSignal<Option<String>>,
    pub(super) checked: RwSignal<Option<Arc<Checked>>>,
    /// Repair that the last check followed; `None` after a check alone.
    pub(super) repaired: RwSignal<Option<Arc<Repaired>>>,
    /// Position of the finding whose place is shown.
    pub(super) chosen: RwSignal<Option<usize>>,
    /// Element that takes the focus when the panel closes.
    pub(super) before: StoredValue<Option<HtmlElement>, LocalStorage>,
}

impl CuttingState {
    /// Creates the state of a closed panel.
    pub(crate) fn new() -> Self {
        Self {
            is_open: RwSignal::new(false),
            texts: RwSignal::new(Default::default()),
            unclosed: RwSignal::new(String::new()),
            wrong: RwSignal::new(Default::default()),
            is_busy: RwSignal::new(false),
            failure: RwSignal::new(None),
            checked: RwSignal::new(None),
            repaired: RwSignal::new(None),
            chosen: RwSignal::new(None),
            before: StoredValue::new_local(None),
        }
    }

    /// Returns the finding whose place is shown, while the panel is open. Tracks the signals.
    pub(super) fn shown_finding(self) -> Option<ReportedFinding> {
        let at = self.chosen.get().filter(|_| self.is_open.get())?;
        self.checked
            .with(|checked| checked.as_ref()?.report.findings.get(at).cloned())
    }
}
