//! Path data of SVG as text: a path moved by changed numbers, in the author's commands and spacing.

use crate::literal::{number_like, number_value, sum};

/// Coordinates that the numbers of a command stand for, in turn; `None` for a number that a move does not change.
fn axes(command: u8) -> &'static [Axis] {
    match command {
        b'M' | b'L' | b'T' => &[Axis::X, Axis::Y],
        b'C' => &[Axis::X, Axis::Y, Axis::X, Axis::Y, Axis::X, Axis::Y],
        b'S' | b'Q' => &[Axis::X, Axis::Y, Axis::X, Axis::Y],
        b'H' => &[Axis::X],
        b'V' => &[Axis::Y],
        b'A' => &[
            Axis::Other,
            Axis::Other,
            Axis::Other,
            Axis::Flag,
            Axis::Flag,
            Axis::X,
            Axis::Y,
        ],
        // Numbers of other commands are relative.
        b'a' => &[
            Axis::Other,
            Axis::Other,
            Axis::Other,
            Axis::Flag,
            Axis::Flag,
            Axis::Other,
            Axis::Other,
        ],
        _ => &[Axis::Other],
    }
}

/// Meaning of a number of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Axis {
    X,
    Y,
    /// One digit, which needs no separator.
    Flag,
    Other,
}

/// Returns the path moved by a vector; `None` if the text is not understood. Relative numbers stay, except for those of
/// the first command.
pub fn shifted_path(text: &str, (dx, dy): (f64, f64)) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let (mut command, mut at_number, mut rest) = (b' ', 0, text);
    let mut is_first = true;
    while let Some(next) = rest.chars().next() {
        if next.is_ascii_alphabetic() {
            command = next as u8;
            at_number = 0;
        }
        let starts_number = next.is_ascii_digit() || matches!(next, '-' | '+' | '.');
        if !starts_number {
            out.push(next);
            rest = &rest[next.len_utf8()..];
            continue;
        }
        // The first point is absolute even after a relative command.
        let starts_path = is_first && command == b'm';
        let list = axes(if starts_path { b'M' } else { command });
        let axis = list[at_number % list.len()];
        let length = if axis == Axis::Flag {
            1
        } else {
            number_length(rest)
        };
        let (number, after) = rest
            .split_at_checked(length)
            .filter(|(number, _)| !number.is_empty())?;
        let shift = match axis {
            Axis::X => dx,
            Axis::Y => dy,
            Axis::Flag | Axis::Other => 0.0,
        };
        if shift == 0.0 {
            out.push_str(number);
        } else {
            let moved = number_like(number, sum(number_value(number)?, shift));
            let touches = out.ends_with(|c: char| c.is_ascii_digit() || c == '.');
            if touches && !moved.starts_with('-') {
                out.push(' ');
            }
            out.push_str(&moved);
        }
        at_number += 1;
        is_first &= at_number < 2;
        rest = after;
        // A number that began with its point may follow a changed number directly.
        if shift != 0.0 && rest.starts_with('.') {
            out.push(' ');
        }
    }
    Some(out)
}

/// Returns the length of the number at the start of a text.
fn number_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let digits = |mut at: usize| {
        while bytes.get(at).is_some_and(u8::is_ascii_digit) {
            at += 1;
        }
        at
    };
    let mut at = digits(usize::from(text.starts_with(['-', '+'])));
    if bytes.get(at) == Some(&b'.') {
        at = digits(at + 1);
    }
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(at + 1), Some(b'-' | b'+')));
        let end = digits(at + 1 + sign);
        if end > at + 1 + sign {
            at = end;
        }
    }
    at
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use trammel_kernel::{Vec2, svg};

    #[test]
    fn the_numbers_of_absolute_commands_move() {
        let by = (10.0, -0.5);
        for (before, after) in [
            ("M0,0 C0,100 100,100 100,0", "M10,-0.5 C10,99.5 110,99.5 110,-0.5"),
            ("m1 2 l3 4 H7 V8 z", "m11 1.5 l3 4 H17 V7.5 z"),
            ("M0-5.5.5.5Q1,2-3,4", "M10-6 10.5 0Q11,1.5 7,3.5"),
            (
                "M0 0A5 3 30 015 6a5 3 30 1 0 1 1",
                "M10 -0.5A5 3 30 01 15 5.5a5 3 30 1 0 1 1",
            ),
            ("M 1.50 0 1e1,2", "M 11.50 -0.5 20,1.5"),
            ("", ""),
        ] {
            assert_eq!(shifted_path(before, by).as_deref(), Some(after), "{before}");
        }
    }

    proptest::proptest! {
        #[test]
        fn a_moved_path_draws_the_moved_curves(
            commands in proptest::collection::vec((proptest::sample::select(b"MLHVCSQTAmlhvcsqta".to_vec()), proptest::collection::vec(-99i32..99, 7)), 1..6),
            is_tight in proptest::bool::ANY,
        ) {
            let mut text = "M1 2L3 4".to_owned();
            for (command, numbers) in commands {
                let count = match command.to_ascii_lowercase() { b'h' | b'v' => 1, b'c' => 6, b's' | b'q' => 4, b'a' => 7, _ => 2 };
                text.push(char::from(command));
                for (at, number) in numbers.iter().take(count).enumerate() {
                    let is_arc = count == 7;
                    let number = if is_arc && (at == 3 || at == 4) { (number & 1).to_string() } else if is_arc && at < 2 { (number.abs() + 1).to_string() } else { format!("{}", f64::from(*number) / 4.0) };
                    let gap = if is_tight && number.starts_with('-') { "" } else { " " };
                    text.push_str(&format!("{gap}{number}"));
                }
            }
            let by = Vec2::new(12.25, -7.5);
            let (Ok(before), Ok(after)) = (svg::parse(&text), svg::parse(&shifted_path(&text, (by.x, by.y)).unwrap())) else {
                return Err(proptest::test_runner::TestCaseError::fail(text));
            };
            proptest::prop_assert_eq!(before.len(), after.len());
            for (a, b) in before.iter().zip(&after) {
                proptest::prop_assert_eq!(a.segs.len(), b.segs.len(), "{}", &text);
                for (a, b) in a.segs.iter().zip(&b.segs) {
                    for u in [0.0, 0.3, 1.0] {
                        let far = a.point_at(u) + by - b.point_at(u);
                        proptest::prop_assert!(far.x.abs() < 1e-6 && far.y.abs() < 1e-6, "{} {:?}", &text, far);
                    }
                }
            }
        }
    }
}
