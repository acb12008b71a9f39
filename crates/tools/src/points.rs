//! Point arguments in the forms that callers use.

use super::argument_macros::{expecting, inline_schema};
use schemars::json_schema;
use serde::Deserialize;
use serde::de::{self, Deserializer, SeqAccess, Visitor};
use trammel_kernel::Point;
use trammel_language::bilingual;

/// Points given as `[x1, y1, x2, y2, ...]` or `[[x1, y1], [x2, y2], ...]`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Points(pub(super) Vec<Point>);

impl<'de> Deserialize<'de> for Points {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Points, D::Error> {
        struct Coordinates;
        impl<'de> Visitor<'de> for Coordinates {
            type Value = Points;
            expecting!(
                "a list of coordinates [x1, y1, x2, y2, ...]",
                "좌표의 목록 [x1, y1, x2, y2, ...]"
            );
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Points, A::Error> {
                let mut flat: Vec<f64> = Vec::new();
                while let Some(Coordinate(x, y)) = seq.next_element()? {
                    flat.push(x);
                    flat.extend(y);
                }
                if flat.len() % 2 == 1 {
                    let count = flat.len();
                    return Err(de::Error::custom(bilingual!(
                        "needs x and y for every point, got {count} numbers, which is odd",
                        "점마다 x와 y가 필요한데 받은 숫자가 홀수인 {count}개예요"
                    )));
                }
                Ok(Points(
                    flat.chunks_exact(2).map(|xy| Point::new(xy[0], xy[1])).collect(),
                ))
            }
        }
        deserializer.deserialize_seq(Coordinates)
    }
}

/// Single number or pair of numbers.
struct Coordinate(f64, Option<f64>);

impl<'de> Deserialize<'de> for Coordinate {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Coordinate, D::Error> {
        struct Numbers;
        impl<'de> Visitor<'de> for Numbers {
            type Value = Coordinate;
            expecting!("a number", "숫자");
            fn visit_f64<E: de::Error>(self, x: f64) -> Result<Coordinate, E> {
                if x.is_finite() {
                    Ok(Coordinate(x + 0.0, None))
                } else {
                    Err(E::custom(bilingual!(
                        "must be a finite number, got {x}",
                        "유한한 숫자가 필요한데 {x}을(를) 받았어요"
                    )))
                }
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Coordinate, E> {
                let cut: String = text.chars().take(40).collect();
                Err(E::custom(bilingual!(
                    "must be a number, got the text \"{cut}\"",
                    "숫자가 필요한데 문자열 \"{cut}\"을(를) 받았어요"
                )))
            }
            fn visit_unit<E: de::Error>(self) -> Result<Coordinate, E> {
                Err(E::custom(bilingual!(
                    "must be a number, got null",
                    "숫자가 필요한데 null을 받았어요"
                )))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Coordinate, A::Error> {
                let pair = (
                    seq.next_element::<f64>()?,
                    seq.next_element::<f64>()?,
                    seq.next_element::<f64>()?,
                );
                match pair {
                    (Some(x), Some(y), None) => Ok(Coordinate(x, Some(y))),
                    _ => Err(de::Error::custom(bilingual!(
                        "must be a pair [x, y]",
                        "[x, y] 쌍이어야 해요"
                    ))),
                }
            }
        }
        deserializer.deserialize_any(Numbers)
    }
}

inline_schema!(
    Points,
    json_schema!({"type": "array", "items": {"type": "number"}})
);

/// Point given as `[x, y]` or `{x, y}`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PointArg(pub(super) Point);

impl<'de> Deserialize<'de> for PointArg {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PointArg, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Xy {
            x: f64,
            y: f64,
        }
        struct OnePoint;
        impl<'de> Visitor<'de> for OnePoint {
            type Value = PointArg;
            expecting!("a point [x, y]", "점 [x, y]");
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<PointArg, A::Error> {
                match (
                    seq.next_element::<f64>()?,
                    seq.next_element::<f64>()?,
                    seq.next_element::<f64>()?,
                ) {
                    (Some(x), Some(y), None) => Ok(PointArg(Point::new(x, y))),
                    _ => Err(de::Error::custom(bilingual!(
                        "must be a point [x, y]",
                        "점 [x, y]여야 해요"
                    ))),
                }
            }
            fn visit_map<A: de::MapAccess<'de>>(self, map: A) -> Result<PointArg, A::Error> {
                let Xy { x, y } = Xy::deserialize(de::value::MapAccessDeserializer::new(map))?;
                Ok(PointArg(Point::new(x, y)))
            }
        }
        deserializer.deserialize_any(OnePoint)
    }
}

inline_schema!(
    PointArg,
    json_schema!({"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2})
);
