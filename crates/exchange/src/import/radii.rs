//! Radii of arcs in path data.

use super::rounding::round_to_decimals;
use trammel_base::numbers::number_text;
use trammel_kernel::{Path, Seg, norm};
use trammel_scene::PathData;

/// Number of decimals of a radius that is computed from a bulge, and the largest differences of radii and centers that
/// are its error.
const RADIUS_DECIMALS: u8 = 6;
const RADIUS_ERROR: f64 = 4e-9;
const CENTER_ERROR: f64 = 1e-8;

/// Returns a path in which the radii that are off by the error of a bulge have few decimals; `None` if an arc would move.
pub(super) fn with_short_radii(data: &PathData) -> Option<PathData> {
    let mut text = String::new();
    let mut rest = data.text();
    while let Some(at) = rest.find('A') {
        let (before, after) = rest.split_at(at + 1);
        let is_command = |c: char| c.is_ascii_alphabetic() && c != 'e';
        let (numbers, next) = after.split_at(after.find(is_command).unwrap_or(after.len()));
        text.push_str(before);
        let mut words: Vec<&str> = numbers.split_whitespace().collect();
        let radius: f64 = words.first()?.parse().ok()?;
        let short = round_to_decimals(radius, RADIUS_DECIMALS);
        let shown = number_text(short);
        if words.len() == 7
            && words[0] == words[1]
            && (short - radius).abs() <= RADIUS_ERROR * radius.max(1.0)
        {
            words[0] = &shown;
            words[1] = &shown;
        }
        text.push_str(&words.join(" "));
        rest = next;
    }
    text.push_str(rest);
    let short = PathData::new(&text).ok()?;
    let (old, new) = (data.paths(), short.paths());
    let pieces = |paths: &[Path]| {
        paths
            .iter()
            .flat_map(|path| path.segs.clone())
            .collect::<Vec<_>>()
    };
    let (old, new) = (pieces(old), pieces(new));
    let stays = |(a, b): (&Seg, &Seg)| match (a, b) {
        (Seg::Conic(a), Seg::Conic(b)) => norm(a.c - b.c) <= CENTER_ERROR * norm(a.p).max(1.0),
        (a, b) => a == b,
    };
    (old.len() == new.len() && old.iter().zip(&new).all(stays)).then_some(short)
}
