//! Lengthening and shortening of an open path by a given length.

use std::f64::consts::TAU;

use super::super::{Conic, Path, Seg};
use super::{End, ModifyError};

/// Returns `path` lengthened by `delta` at one end, or shortened if `delta` is negative. A line is extended
/// straight, an arc along its circle or ellipse, a Bézier along its end tangent.
///
/// # Errors
/// Returns an error if the path is closed or without length, if `delta` is not finite, if nothing would remain, or
/// if an arc would reach a full turn.
pub fn lengthen(path: &Path, delta: f64, end: End) -> Result<Path, ModifyError> {
    if path.closed {
        return Err(ModifyError::Closed);
    }
    if !delta.is_finite() {
        return Err(ModifyError::Invalid {
            what: "delta",
            given: delta,
        });
    }
    match end {
        End::End => at_end(path, delta),
        End::Start => Ok(at_end(&path.reversed(), delta)?.reversed()),
    }
}

fn at_end(path: &Path, delta: f64) -> Result<Path, ModifyError> {
    let length = path.length();
    let Some(last) = path.segs.last().filter(|_| length.is_finite()) else {
        return Err(ModifyError::NoLength);
    };
    if delta <= 0.0 {
        if length + delta <= 1e-12 * length {
            return Err(ModifyError::TooShort { length });
        }
        let at = path
            .locate(length + delta)
            .ok_or(ModifyError::TooShort { length })?;
        return Ok(path.part(0.0, at.seg as f64 + at.u));
    }
    let mut longer = path.clone();
    let index = longer.segs.len() - 1;
    let direction = last.direction_at(1.0).ok_or(ModifyError::NoLength)?;
    match *last {
        Seg::Line { a, b } => longer.segs[index] = Seg::line(a, b + direction * delta),
        Seg::Conic(conic) => {
            let more = Conic {
                t0: conic.t0 + conic.dt,
                dt: (TAU - conic.dt.abs()).copysign(conic.dt),
                ..conic
            };
            let rest = Seg::Conic(more);
            let room = rest.length();
            // The comparison also rejects a `room` that is NaN.
            if room.partial_cmp(&delta) != Some(std::cmp::Ordering::Greater) {
                return Err(ModifyError::FullTurn { room });
            }
            longer.segs[index] = Seg::Conic(Conic {
                dt: conic.dt + more.dt * rest.param_at_length(delta),
                ..conic
            });
        }
        Seg::Cubic(cubic) => longer
            .segs
            .push(Seg::line(cubic.p3, cubic.p3 + direction * delta)),
    }
    Ok(longer)
}
