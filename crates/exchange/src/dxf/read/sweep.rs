//! Sweeps between two written angles: a part of a turn, or a full turn, whose angles may be rounded.

use trammel_dxf::Tag;

/// Returns the counterclockwise sweep between the angles of two tags, in the unit in which `turn` is a full turn; `None`
/// for a full turn. A missing tag is 0, or a full turn at the end.
///
/// Only a difference that is a whole number of turns within the rounding of both angles, or no difference, is a full turn:
/// a small difference is a short arc, because its angles have the decimals to say so.
pub(super) fn sweep([start, end]: [Option<&Tag<'_>>; 2], turn: f64) -> Option<f64> {
    let rounding = [start, end].map(|tag| tag.map_or(0.0, Tag::rounding));
    let angle = |tag: Option<&Tag<'_>>, usual| tag.and_then(Tag::real).unwrap_or(usual);
    let difference = angle(end, turn) - angle(start, 0.0);
    // The error is limited, because an angle without decimals is rarely a rounded one.
    let limited = |error: f64| error.min(turn * 2e-5);
    let error = limited(turn * 1e-9 + rounding[0] + rounding[1]);
    // Equal angles may differ by the rounding of computed numbers; equal ones in different turns, whose number in radians
    // is no decimal number, by a part of the last digit.
    let noise = turn * 1e-12;
    let (sweep, least) = match difference > 0.0 {
        true => (difference, noise),
        false => (
            difference.rem_euclid(turn),
            noise.max(limited(1.5 * rounding[0].min(rounding[1]))),
        ),
    };
    let turns = (sweep / turn).round();
    if sweep < least || turns >= 1.0 && (sweep - turns * turn).abs() <= error {
        return None;
    }
    Some(if sweep < turn {
        sweep
    } else {
        sweep.rem_euclid(turn)
    })
}
