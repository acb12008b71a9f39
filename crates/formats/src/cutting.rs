//! Options of files for cutting machines, which the formats that such machines read declare.

use super::export_field::{ExportField, FieldChoice, FieldKind};

/// Purpose that leaves out everything that a machine does not cut, engrave, or score.
pub(super) const CUT: FieldChoice = FieldChoice {
    value: "cut",
    label: ["Cutting: contours only", "절단: 윤곽만"],
};

/// Operations of the machine in a file for cutting, by layer or color.
pub(super) const OPERATIONS: ExportField = ExportField {
    path: "operations",
    flag: "operations",
    label: [
        "Operations for cutting by layer or color, such as plate=cut, #0000ff=engrave, fold=score",
        "레이어나 색별 절단 작업(예: plate=cut, #0000ff=engrave, fold=score)",
    ],
    kind: FieldKind::Text,
};

/// Names to which the kerf does not apply.
pub(super) const KERF_EXCEPT: ExportField = ExportField {
    path: "kerf_except",
    flag: "kerf-except",
    label: [
        "Items and layers without the kerf, such as coupon, fold",
        "절단 폭을 적용하지 않을 항목과 레이어(예: coupon, fold)",
    ],
    kind: FieldKind::Text,
};

/// Width of the cut, for which the contours in the file are compensated.
pub const KERF: ExportField = ExportField {
    path: "kerf",
    flag: "kerf",
    label: ["Kerf", "절단 폭"],
    kind: FieldKind::Length,
};

/// Order of the contours in the file: inside contours first, with short travel.
pub const ORDER_CUTS: ExportField = ExportField {
    path: "order_cuts",
    flag: "order-cuts",
    label: ["Order of the cuts: inside first", "절단 순서: 안쪽 먼저"],
    kind: FieldKind::Flag,
};

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::super::export_field::options_of;
    use super::*;
    use crate::FORMATS;

    #[test]
    fn the_options_are_those_of_the_export() {
        let kerf = KERF.value("0,15").unwrap().unwrap();
        let order = ORDER_CUTS.value("true").unwrap().unwrap();
        let options = options_of([(KERF.path, kerf), (ORDER_CUTS.path, order)]).unwrap();
        assert_eq!((options.kerf, options.order_cuts), (Some(0.15), true));
        assert_eq!(KERF.value("").unwrap(), None);
    }

    #[test]
    fn the_formats_that_are_cut_have_the_options() {
        let cut: Vec<&str> = FORMATS
            .iter()
            .filter(|format| format.is_cut())
            .map(|format| format.id)
            .collect();
        assert_eq!(cut, ["svg", "dxf"]);
    }
}
