//! Outline segments as lists of numbers.

use serde::{Deserialize, Deserializer, de};
use serde_json::{Value, json};
use trammel_kernel::{Conic, CubicBez, Path, Point, Seg, Vec2};
use trammel_language::bilingual;

/// Writes a boundary of a region segment by segment, so that no digit is lost: `["line", ax, ay, bx, by]`,
/// `["arc", cx, cy, px, py, qx, qy, t0, dt]` for `c + p cos t + q sin t`, and `["cubic", ..]` with four points.
pub(super) fn boundary(path: &Path) -> Value {
    let piece = |seg: &Seg| match seg {
        Seg::Line { a, b } => json!(["line", a.x, a.y, b.x, b.y]),
        Seg::Conic(c) => json!(["arc", c.c.x, c.c.y, c.p.x, c.p.y, c.q.x, c.q.y, c.t0, c.dt]),
        Seg::Cubic(c) => json!([
            "cubic", c.p0.x, c.p0.y, c.p1.x, c.p1.y, c.p2.x, c.p2.y, c.p3.x, c.p3.y
        ]),
    };
    path.segs.iter().map(piece).collect()
}

/// A segment of a boundary, read from the forms that [`boundary`] writes.
pub(super) struct Piece(pub(super) Seg);

impl<'de> Deserialize<'de> for Piece {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Piece, D::Error> {
        let row: Vec<Value> = Deserialize::deserialize(deserializer)?;
        let wrong = || {
            de::Error::custom(bilingual!(
                "a piece is [\"line\", 4 numbers], [\"arc\", 8 numbers] or [\"cubic\", 8 numbers]",
                "조각은 [\"line\", 숫자 4개], [\"arc\", 숫자 8개], [\"cubic\", 숫자 8개] 중 하나예요"
            ))
        };
        let (kind, numbers) = row.split_first().ok_or_else(wrong)?;
        let numbers: Option<Vec<f64>> = numbers.iter().map(Value::as_f64).collect();
        let seg = match (kind.as_str(), numbers.as_deref()) {
            (Some("line"), Some(&[ax, ay, bx, by])) => Seg::line(Point::new(ax, ay), Point::new(bx, by)),
            (Some("arc"), Some(&[cx, cy, px, py, qx, qy, t0, dt])) => Seg::Conic(Conic {
                c: Point::new(cx, cy),
                p: Vec2::new(px, py),
                q: Vec2::new(qx, qy),
                t0,
                dt,
            }),
            (Some("cubic"), Some(&[ax, ay, bx, by, cx, cy, dx, dy])) => {
                Seg::Cubic(CubicBez::new((ax, ay), (bx, by), (cx, cy), (dx, dy)))
            }
            _ => return Err(wrong()),
        };
        Ok(Piece(seg))
    }
}
