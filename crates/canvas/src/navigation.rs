//! Panning and zooming by pointer: drags, two fingers, and the wheel.
//!
//! Invariants: a second finger turns the pan of a finger into a pinch; when one of two fingers is lifted, the
//! other one continues to pan. Points are CSS pixels on the canvas.

use super::camera::wheel_factor;
use super::canvas_tool::{Effect, PointerKind};
use trammel_kernel::{Point, Vec2, norm};

/// A pointer that is down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// Identity of the pointer.
    pub id: i32,
    /// Kind of the pointer.
    pub kind: PointerKind,
    /// Last position.
    pub at: Point,
}

/// A drag that pans the view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PaperDrag {
    /// Last position of the pointer.
    pub last: Point,
}

impl PaperDrag {
    /// Returns the pan to a new position of the pointer.
    pub fn follow(&mut self, at: Point) -> Effect {
        let by = at - self.last;
        self.last = at;
        Effect::Pan(by)
    }
}

/// The pan or pinch in progress.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Navigation {
    /// No pointer pans or zooms.
    #[default]
    Idle,
    /// One pointer pans the view.
    Pan(Contact),
    /// Two fingers pan and zoom the view.
    Pinch(Contact, Contact),
}

impl Navigation {
    /// Whether a pan or pinch is in progress.
    #[must_use]
    pub fn is_active(self) -> bool {
        self != Navigation::Idle
    }

    /// Whether this pointer pans or zooms the view.
    #[must_use]
    pub fn owns(self, pointer: i32) -> bool {
        match self {
            Navigation::Idle => false,
            Navigation::Pan(contact) => contact.id == pointer,
            Navigation::Pinch(first, second) => first.id == pointer || second.id == pointer,
        }
    }

    /// Adds a pointer that goes down during a pan or pinch: a second finger starts a pinch, and every other
    /// pointer is ignored.
    pub fn join(&mut self, other: Contact) {
        if let Navigation::Pan(first) = *self
            && first.kind == PointerKind::Touch
            && other.kind == PointerKind::Touch
            && first.id != other.id
        {
            *self = Navigation::Pinch(first, other);
        }
    }

    /// Handles a movement of a pointer.
    pub fn move_pointer(&mut self, id: i32, at: Point) -> Option<Effect> {
        match self {
            Navigation::Pan(contact) if contact.id == id => {
                let by = at - contact.at;
                contact.at = at;
                Some(Effect::Pan(by))
            }
            Navigation::Pinch(first, second) => pinch(first, second, id, at),
            Navigation::Idle | Navigation::Pan(_) => None,
        }
    }

    /// Handles the release of a pointer.
    pub fn release(&mut self, id: i32, at: Point) -> Option<Effect> {
        match *self {
            Navigation::Pan(contact) if contact.id == id => {
                let effect = self.move_pointer(id, at);
                *self = Navigation::Idle;
                effect
            }
            Navigation::Pinch(first, second) if self.owns(id) => {
                *self = Navigation::Pan(if id == first.id { second } else { first });
                None
            }
            Navigation::Idle | Navigation::Pan(_) | Navigation::Pinch(..) => None,
        }
    }
}

fn pinch(first: &mut Contact, second: &mut Contact, id: i32, at: Point) -> Option<Effect> {
    let (middle, distance) = (first.at.midpoint(second.at), norm(first.at - second.at));
    [&mut *first, &mut *second]
        .into_iter()
        .find(|contact| contact.id == id)?
        .at = at;
    let (after, spread) = (first.at.midpoint(second.at), norm(first.at - second.at));
    let factor = if distance > 1.0 && spread > 1.0 {
        spread / distance
    } else {
        1.0
    };
    Some(Effect::Zoom {
        pan: after - middle,
        at: after,
        factor,
    })
}

/// A wheel event, or a touchpad gesture that the browser reports as a wheel event.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WheelTurn {
    /// Position of the pointer.
    pub at: Point,
    /// Wheel distance in pixels.
    pub by: Vec2,
    /// Whether Shift is held, so that the wheel pans the view.
    pub shift: bool,
    /// Whether Control is held, as in a pinch on a touchpad.
    pub pinch: bool,
}

/// Sum of the wheel events since the last frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WheelSum(Option<(Point, Vec2, f64)>);

impl WheelSum {
    /// Adds an event: a vertical movement zooms at the pointer; with Shift, or sideways on a touchpad, the
    /// event pans the view.
    pub fn add(&mut self, turn: WheelTurn) {
        let WheelTurn { at, by, shift, pinch } = turn;
        let (_, pan, factor) = self.0.unwrap_or((at, Vec2::ZERO, 1.0));
        self.0 = Some(if shift && !pinch {
            let sideways = if by.x == 0.0 { Vec2::new(-by.y, 0.0) } else { -by };
            (at, pan + sideways, factor)
        } else {
            (at, pan - Vec2::new(by.x, 0.0), factor * wheel_factor(by.y, pinch))
        });
    }

    /// Returns the sum and resets it to zero.
    pub fn take(&mut self) -> Option<Effect> {
        let (at, pan, factor) = self.0.take()?;
        Some(Effect::Zoom { pan, at, factor })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;

    fn p(x: f64, y: f64) -> Point {
        Point::new(x, y)
    }

    fn finger(id: i32, x: f64) -> Contact {
        Contact {
            id,
            kind: PointerKind::Touch,
            at: p(x, 0.0),
        }
    }

    #[test]
    fn two_fingers_zoom_at_their_midpoint_and_one_finger_then_pans() {
        let mut navigation = Navigation::Pan(finger(1, 0.0));
        navigation.join(finger(2, 100.0));
        let zoom = Effect::Zoom {
            pan: Vec2::new(50.0, 0.0),
            at: p(100.0, 0.0),
            factor: 2.0,
        };
        assert_eq!(navigation.move_pointer(2, p(200.0, 0.0)), Some(zoom));
        assert_eq!(
            navigation.move_pointer(7, p(900.0, 0.0)),
            None,
            "not one of the two"
        );
        assert!(navigation.owns(1) && navigation.owns(2) && !navigation.owns(7));
        assert_eq!(navigation.release(1, p(0.0, 0.0)), None);
        assert_eq!(navigation, Navigation::Pan(finger(2, 200.0)));
        // Another finger goes down.
        navigation.join(finger(3, 0.0));
        assert!(matches!(navigation, Navigation::Pinch(..)));
    }

    #[test]
    fn a_second_pointer_does_not_take_over_a_mouse_pan() {
        let mouse = Contact {
            kind: PointerKind::Mouse,
            ..finger(1, 0.0)
        };
        for other in [finger(8, 5.0), Contact { id: 8, ..mouse }] {
            let mut navigation = Navigation::Pan(mouse);
            navigation.join(other);
            assert_eq!(navigation.move_pointer(8, p(500.0, 0.0)), None);
            assert_eq!(navigation, Navigation::Pan(mouse));
        }
        let mut navigation = Navigation::Pan(mouse);
        assert_eq!(
            navigation.release(1, p(3.0, 4.0)),
            Some(Effect::Pan(Vec2::new(3.0, 4.0)))
        );
        assert!(!navigation.is_active());
    }

    #[test]
    fn the_wheel_zooms_and_a_shift_or_horizontal_wheel_pans() {
        let turn = |x: f64, y: f64, shift: bool| WheelTurn {
            at: p(1.0, 2.0),
            by: Vec2::new(x, y),
            shift,
            pinch: false,
        };
        let sum = |turns: &[WheelTurn]| {
            let mut sum = WheelSum::default();
            turns.iter().for_each(|turn| sum.add(*turn));
            let effect = sum.take();
            assert_eq!(sum.take(), None);
            match effect {
                Some(Effect::Zoom { pan, factor, .. }) => (pan.x, pan.y, factor),
                other => panic!("{other:?}"),
            }
        };
        let half = wheel_factor(120.0, false);
        assert_eq!(
            sum(&[turn(0.0, 120.0, false), turn(0.0, 120.0, false)]),
            (0.0, 0.0, half * half)
        );
        assert_eq!(sum(&[turn(5.0, 0.0, false)]), (-5.0, 0.0, 1.0));
        assert_eq!(sum(&[turn(0.0, 7.0, true)]), (-7.0, 0.0, 1.0));
        assert_eq!(sum(&[turn(3.0, 7.0, true)]), (-3.0, -7.0, 1.0));
        let pinch = WheelTurn {
            pinch: true,
            ..turn(0.0, 10.0, true)
        };
        assert_eq!(sum(&[pinch]), (0.0, 0.0, wheel_factor(10.0, true)));
    }
}
