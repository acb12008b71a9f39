//! Tests of the replies of checks and repairs, and of the part of a drawing that shows a finding.

use super::*;
use trammel_kernel::{Bounds, norm};

/// A plate with a hole that is drawn twice, and a frame whose last side ends 0.03 before the first.
fn plate() -> Scene {
    drawing(&[
        ("plate", rect(0.0, 0.0, 80.0, 40.0)),
        ("hole", circle(20.0, 20.0, 1.0)),
        ("again", circle(20.0, 20.0, 1.0)),
        ("frame", line(&[0.0, 50.0, 80.0, 50.0, 80.0, 90.0, 0.0, 90.0])),
        ("side", line(&[0.0, 89.97, 0.0, 50.0])),
    ])
}

fn report(scene: &Scene) -> CheckReport {
    let options = CheckOptions {
        tolerance: 0.05,
        kerf: Some(0.2),
        thickness: Some(3.0),
        open: Vec::new(),
    };
    CheckReport::from(&check(scene, &[], &options).unwrap())
}

#[test]
fn a_report_is_read_back_from_its_json_form() {
    let report = report(&plate());
    assert_eq!(report.total(), 3);
    assert!(report.is_repairable() && report.complete && !report.ok);
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!(
        json["counts"],
        serde_json::json!({ "gap": 1, "duplicate": 1, "narrow_hole": 1 })
    );
    assert_eq!(serde_json::from_value::<CheckReport>(json).unwrap(), report);

    let mut edit = Edit::new(plate());
    let repaired = RepairReport::from(&repair(&mut edit, &[], 0.05).unwrap());
    let done: Vec<[&str; 2]> = repaired
        .changes
        .iter()
        .map(|change| change.remedy.done_label())
        .collect();
    assert_eq!(done, [["Deleted", "삭제한 항목"], ["Joined", "이은 항목"]]);
    let json = serde_json::to_value(&repaired).unwrap();
    assert_eq!(serde_json::from_value::<RepairReport>(json).unwrap(), repaired);
}

#[test]
fn a_list_in_a_report_is_bounded_and_its_counts_are_not() {
    let many: Vec<(String, Shape)> = (0..=MAX_LISTED)
        .map(|at| {
            (
                format!("l{at}"),
                line(&[0.0, 9.0 * at as f64, 5.0, 9.0 * at as f64]),
            )
        })
        .collect();
    let many: Vec<(&str, Shape)> = many
        .iter()
        .map(|(name, shape)| (&**name, shape.clone()))
        .collect();
    let report = report(&drawing(&many));
    assert_eq!(
        (report.findings.len(), report.total()),
        (MAX_LISTED, MAX_LISTED + 1)
    );
    assert!(!report.is_repairable());
}

#[test]
fn the_surroundings_of_a_finding_show_a_gap_and_whole_repeated_items() {
    let scene = plate();
    let around = |kind: FindingKind| {
        let report = report(&scene);
        let finding = report
            .findings
            .iter()
            .find(|finding| finding.kind == kind)
            .unwrap()
            .clone();
        let items = Bounds::union_all(
            finding
                .entities
                .iter()
                .filter_map(|name| scene.world_bounds(name)),
        );
        (finding.surroundings(items).unwrap(), items.unwrap())
    };
    let (gap, _) = around(FindingKind::Gap);
    assert!(
        (gap.width() - 0.6).abs() < 1e-9 && gap.width() == gap.height(),
        "{gap:?}"
    );
    assert!(norm(gap.center() - Point::new(0.0, 89.985)) < 1e-9, "{gap:?}");
    let (repeated, items) = around(FindingKind::Duplicate);
    assert_eq!(repeated, items);
    // A hole of 2 would take a twentieth of 40, but its contour is only 2 wide.
    let (hole, _) = around(FindingKind::NarrowHole);
    assert_eq!((hole.center(), hole.width()), (Point::new(20.0, 20.0), 4.0));
}
