//! Boundaries of areas as lists of numbers, segment by segment, so that no digit is lost.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::{Value, json};
use std::borrow::Cow;
use trammel_kernel::{Conic, CubicBez, Path, Point, Seg, Vec2};
use trammel_language::bilingual;

/// Closed boundaries: `["line", ax, ay, bx, by]`, `["arc", cx, cy, px, py, qx, qy, t0, dt]` for
/// `c + p cos t + q sin t`, and `["cubic", ..]` with four points.
#[derive(Clone, Debug)]
pub struct Boundaries(pub Vec<Path>);

impl Serialize for Boundaries {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(rows))
    }
}

impl<'de> Deserialize<'de> for Boundaries {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Boundaries, D::Error> {
        let rows: Vec<Vec<Piece>> = Deserialize::deserialize(deserializer)?;
        let boundary =
            |pieces: Vec<Piece>| Path::new(pieces.into_iter().map(|piece| piece.0).collect(), true);
        Ok(Boundaries(rows.into_iter().map(boundary).collect()))
    }
}

impl JsonSchema for Boundaries {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        "Boundaries".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let number_or_kind = json_schema!({"anyOf": [{"type": "string"}, {"type": "number"}]});
        let list = |items: Schema| json_schema!({"type": "array", "items": items});
        list(list(list(number_or_kind)))
    }
}

/// Returns the segments of a boundary as lists.
fn rows(path: &Path) -> Value {
    let piece = |seg: &Seg| match seg {
        Seg::Line { a, b } => json!(["line", a.x, a.y, b.x, b.y]),
        Seg::Conic(c) => json!(["arc", c.c.x, c.c.y, c.p.x, c.p.y, c.q.x, c.q.y, c.t0, c.dt]),
        Seg::Cubic(c) => json!([
            "cubic", c.p0.x, c.p0.y, c.p1.x, c.p1.y, c.p2.x, c.p2.y, c.p3.x, c.p3.y
        ]),
    };
    path.segs.iter().map(piece).collect()
}

/// A segment of a boundary, read from the forms that [`rows`] writes.
struct Piece(Seg);

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
