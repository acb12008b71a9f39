//! Pointer gestures on the canvas as a closed set of states: each input gives the next state and what to do.
//!
//! Invariants: a gesture ends on the pointer going up, so everything can be called off with Escape before that; a
//! second finger always turns a drag into a pinch. Points are CSS pixels on the canvas.

use crate::geometry::{Point, Vec2, norm};

/// A press becomes a drag after this many pixels.
pub const DRAG_THRESHOLD: f64 = 4.0;

/// What a drag with the main button does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intent {
    /// Click picks, drag draws a marquee.
    Select,
    /// Drag moves the paper (hand tool, space held, middle button).
    Pan,
    /// A finger: tap picks, drag moves the paper.
    Touch,
    /// Down, drag and up are a stroke of the sketch.
    Markup {
        /// A finger draws: another one makes it a pinch, and a pen takes over.
        finger: bool,
    },
}

/// Something the pointer did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Input {
    /// A pointer went down.
    Down {
        /// Which pointer.
        id: i32,
        /// Where.
        at: Point,
        /// What a drag will mean.
        intent: Intent,
        /// Shift was held: add to the selection or take from it.
        toggle: bool,
    },
    /// A pointer that is down moved.
    Move {
        /// Which pointer.
        id: i32,
        /// To where.
        at: Point,
    },
    /// A pointer went up.
    Up {
        /// Which pointer.
        id: i32,
        /// Where.
        at: Point,
    },
    /// Escape, or the browser took the pointer away.
    Cancel,
}

/// What the canvas must do about an input.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Response {
    /// Nothing.
    None,
    /// Move the paper by this many pixels.
    Pan(Vec2),
    /// Move the paper, then zoom around a pixel.
    Zoom {
        /// The move, in pixels.
        pan: Vec2,
        /// The pixel that stays where it is.
        at: Point,
        /// Zoom by this factor.
        factor: f64,
    },
    /// Select what is at this pixel.
    Pick {
        /// Where.
        at: Point,
        /// Add or take away instead of replacing.
        toggle: bool,
    },
    /// Select what the marquee caught.
    MarqueeSelect {
        /// The marquee.
        marquee: Marquee,
        /// Add or take away instead of replacing.
        toggle: bool,
    },
    /// A stroke of the sketch begins at this pixel; one that was being drawn is dropped.
    StrokeBegins(Point),
    /// It goes on to this pixel.
    StrokeGoes(Point),
    /// It is finished at this pixel.
    StrokeEnds(Point),
    /// It is called off.
    StrokeDrops,
}

/// The rectangle a select drag spans.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Marquee {
    /// Where the drag began.
    pub from: Point,
    /// Where it is now.
    pub to: Point,
}

impl Marquee {
    /// Dragged from right to left: take what is touched. Left to right: only what is enclosed.
    #[must_use]
    pub fn touching(self) -> bool {
        self.to.x < self.from.x
    }
}

/// What the pointers are doing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Gesture {
    /// Nothing is pressed.
    #[default]
    Idle,
    /// A pointer is down and has not moved far enough for a drag.
    Press {
        /// Which pointer.
        id: i32,
        /// Where it went down.
        at: Point,
        /// What a drag will mean.
        intent: Intent,
        /// Shift was held.
        toggle: bool,
    },
    /// The paper is being moved.
    Pan {
        /// Which pointer.
        id: i32,
        /// Where it was last.
        last: Point,
    },
    /// A marquee is being drawn.
    Select {
        /// Which pointer.
        id: i32,
        /// The rectangle so far.
        marquee: Marquee,
        /// Shift was held.
        toggle: bool,
    },
    /// A stroke of the sketch is being drawn.
    Markup {
        /// Which pointer.
        id: i32,
        /// Where it is.
        last: Point,
        /// It is a finger.
        finger: bool,
    },
    /// Two fingers move and zoom the paper.
    Pinch {
        /// The first finger and where it is.
        first: (i32, Point),
        /// The second finger and where it is.
        second: (i32, Point),
    },
}

impl Gesture {
    /// The state after `input`, and what to do about it.
    #[must_use]
    pub fn next(self, input: Input) -> (Gesture, Response) {
        if let Some(next) = self.sketching(input) {
            return next;
        }
        match (self, input) {
            (_, Input::Cancel) => (Gesture::Idle, Response::None),
            (
                Gesture::Idle,
                Input::Down {
                    id,
                    at,
                    intent: Intent::Pan,
                    ..
                },
            ) => (Gesture::Pan { id, last: at }, Response::None),
            (
                Gesture::Idle,
                Input::Down {
                    id,
                    at,
                    intent,
                    toggle,
                },
            ) => (
                Gesture::Press {
                    id,
                    at,
                    intent,
                    toggle,
                },
                Response::None,
            ),
            (Gesture::Idle, _) => (Gesture::Idle, Response::None),
            (
                Gesture::Press { .. } | Gesture::Pan { .. } | Gesture::Select { .. },
                Input::Down { id, at, intent, .. },
            ) => self.second_pointer(id, at, intent),
            (
                Gesture::Press {
                    id,
                    at,
                    intent,
                    toggle,
                },
                Input::Move { id: moved, at: to },
            ) if id == moved => {
                if norm(to - at) < DRAG_THRESHOLD {
                    return (self, Response::None);
                }
                match intent {
                    Intent::Select => (
                        Gesture::Select {
                            id,
                            marquee: Marquee { from: at, to },
                            toggle,
                        },
                        Response::None,
                    ),
                    Intent::Pan | Intent::Touch | Intent::Markup { .. } => {
                        (Gesture::Pan { id, last: to }, Response::Pan(to - at))
                    }
                }
            }
            (Gesture::Press { id, at, toggle, .. }, Input::Up { id: up, .. }) if id == up => {
                (Gesture::Idle, Response::Pick { at, toggle })
            }
            (Gesture::Pan { id, last }, Input::Move { id: moved, at }) if id == moved => {
                (Gesture::Pan { id, last: at }, Response::Pan(at - last))
            }
            (Gesture::Pan { id, last }, Input::Up { id: up, at }) if id == up => {
                (Gesture::Idle, Response::Pan(at - last))
            }
            (Gesture::Select { id, marquee, toggle }, Input::Move { id: moved, at }) if id == moved => (
                Gesture::Select {
                    id,
                    marquee: Marquee { to: at, ..marquee },
                    toggle,
                },
                Response::None,
            ),
            (Gesture::Select { id, marquee, toggle }, Input::Up { id: up, at }) if id == up => (
                Gesture::Idle,
                Response::MarqueeSelect {
                    marquee: Marquee { to: at, ..marquee },
                    toggle,
                },
            ),
            (Gesture::Pinch { first, second }, Input::Move { id, at }) => pinch(first, second, id, at),
            // The finger that stays goes on moving the paper.
            (Gesture::Pinch { first, second }, Input::Up { id, .. }) if id == first.0 || id == second.0 => {
                let (id, last) = if id == first.0 { second } else { first };
                (Gesture::Pan { id, last }, Response::None)
            }
            (other, _) => (other, Response::None),
        }
    }

    /// The same as far as it is about a stroke.
    fn sketching(self, input: Input) -> Option<(Gesture, Response)> {
        Some(match (self, input) {
            (
                Gesture::Idle,
                Input::Down {
                    id,
                    at: last,
                    intent: Intent::Markup { finger },
                    ..
                },
            ) => (Gesture::Markup { id, last, finger }, Response::StrokeBegins(last)),
            // A pen draws, whatever hand came down beside it.
            (
                Gesture::Markup { finger: true, .. },
                Input::Down {
                    id,
                    at: last,
                    intent: Intent::Markup { finger: false },
                    ..
                },
            ) => {
                let finger = false;
                (Gesture::Markup { id, last, finger }, Response::StrokeBegins(last))
            }
            (
                Gesture::Markup {
                    id: first,
                    last,
                    finger: true,
                },
                Input::Down {
                    id,
                    at,
                    intent: Intent::Markup { finger: true },
                    ..
                },
            ) if id != first => {
                let (first, second) = ((first, last), (id, at));
                (Gesture::Pinch { first, second }, Response::StrokeDrops)
            }
            (Gesture::Markup { id, finger, .. }, Input::Move { id: moved, at: last }) if id == moved => {
                (Gesture::Markup { id, last, finger }, Response::StrokeGoes(last))
            }
            (Gesture::Markup { id, .. }, Input::Up { id: up, at }) if id == up => {
                (Gesture::Idle, Response::StrokeEnds(at))
            }
            (Gesture::Markup { .. }, Input::Cancel) => (Gesture::Idle, Response::StrokeDrops),
            _ => return None,
        })
    }

    /// Whether the gesture is made with this pointer.
    #[must_use]
    pub fn is_made_with(self, pointer: i32) -> bool {
        match self {
            Gesture::Idle => false,
            Gesture::Press { id, .. }
            | Gesture::Pan { id, .. }
            | Gesture::Select { id, .. }
            | Gesture::Markup { id, .. } => id == pointer,
            Gesture::Pinch { first, second } => first.0 == pointer || second.0 == pointer,
        }
    }

    fn second_pointer(self, id: i32, at: Point, intent: Intent) -> (Gesture, Response) {
        let first = match self {
            Gesture::Press { id: first, at, .. } | Gesture::Pan { id: first, last: at } if first != id => {
                (first, at)
            }
            _ => return (self, Response::None),
        };
        match intent {
            Intent::Touch | Intent::Markup { finger: true } => (
                Gesture::Pinch {
                    first,
                    second: (id, at),
                },
                Response::None,
            ),
            Intent::Select | Intent::Pan | Intent::Markup { finger: false } => (self, Response::None),
        }
    }

    /// The marquee to show, if one is being drawn.
    #[must_use]
    pub fn marquee(self) -> Option<Marquee> {
        match self {
            Gesture::Select { marquee, .. } => Some(marquee),
            _ => None,
        }
    }

    /// Whether the paper is being moved.
    #[must_use]
    pub fn is_panning(self) -> bool {
        matches!(self, Gesture::Pan { .. } | Gesture::Pinch { .. })
    }
}

fn pinch(first: (i32, Point), second: (i32, Point), id: i32, at: Point) -> (Gesture, Response) {
    let (new_first, new_second) = if id == first.0 {
        ((id, at), second)
    } else if id == second.0 {
        (first, (id, at))
    } else {
        return (Gesture::Pinch { first, second }, Response::None);
    };
    let (before, after) = (first.1.midpoint(second.1), new_first.1.midpoint(new_second.1));
    let (was, is) = (norm(first.1 - second.1), norm(new_first.1 - new_second.1));
    let factor = if was > 1.0 && is > 1.0 { is / was } else { 1.0 };
    let next = Gesture::Pinch {
        first: new_first,
        second: new_second,
    };
    (
        next,
        Response::Zoom {
            pan: after - before,
            at: after,
            factor,
        },
    )
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;

    fn p(x: f64, y: f64) -> Point {
        Point::new(x, y)
    }

    fn down(id: i32, at: Point, intent: Intent) -> Input {
        Input::Down {
            id,
            at,
            intent,
            toggle: false,
        }
    }

    /// Plays inputs from idle; the final state and every response that was not `None`.
    fn play(inputs: &[Input]) -> (Gesture, Vec<Response>) {
        let mut gesture = Gesture::Idle;
        let mut responses = Vec::new();
        for input in inputs {
            let (next, response) = gesture.next(*input);
            gesture = next;
            if response != Response::None {
                responses.push(response);
            }
        }
        (gesture, responses)
    }

    #[test]
    fn a_click_picks_even_with_a_trembling_hand() {
        let (end, done) = play(&[
            down(1, p(10.0, 10.0), Intent::Select),
            Input::Move {
                id: 1,
                at: p(12.0, 11.0),
            },
            Input::Up {
                id: 1,
                at: p(12.0, 11.0),
            },
        ]);
        assert_eq!(
            (end, done),
            (
                Gesture::Idle,
                vec![Response::Pick {
                    at: p(10.0, 10.0),
                    toggle: false
                }]
            )
        );
    }

    #[test]
    fn a_drag_is_a_marquee_and_its_direction_is_its_mode() {
        let right = [
            down(1, p(0.0, 0.0), Intent::Select),
            Input::Move {
                id: 1,
                at: p(30.0, 5.0),
            },
            Input::Up {
                id: 1,
                at: p(50.0, 40.0),
            },
        ];
        let marquee = Marquee {
            from: p(0.0, 0.0),
            to: p(50.0, 40.0),
        };
        assert_eq!(
            play(&right),
            (
                Gesture::Idle,
                vec![Response::MarqueeSelect {
                    marquee,
                    toggle: false
                }]
            )
        );
        assert!(!marquee.touching());
        assert!(
            Marquee {
                from: p(9.0, 0.0),
                to: p(0.0, 9.0)
            }
            .touching()
        );
    }

    #[test]
    fn cancel_ends_a_marquee_without_selecting() {
        let (end, done) = play(&[
            down(1, p(0.0, 0.0), Intent::Select),
            Input::Move {
                id: 1,
                at: p(30.0, 5.0),
            },
            Input::Cancel,
            Input::Up {
                id: 1,
                at: p(30.0, 5.0),
            },
        ]);
        assert_eq!((end, done), (Gesture::Idle, vec![]));
    }

    #[test]
    fn a_finger_drags_the_paper_and_a_tap_picks() {
        let (_, done) = play(&[
            down(1, p(0.0, 0.0), Intent::Touch),
            Input::Move {
                id: 1,
                at: p(10.0, 0.0),
            },
            Input::Up {
                id: 1,
                at: p(12.0, 0.0),
            },
        ]);
        assert_eq!(
            done,
            vec![
                Response::Pan(Vec2::new(10.0, 0.0)),
                Response::Pan(Vec2::new(2.0, 0.0))
            ]
        );
        let (_, done) = play(&[
            down(1, p(3.0, 3.0), Intent::Touch),
            Input::Up {
                id: 1,
                at: p(3.0, 3.0),
            },
        ]);
        assert_eq!(
            done,
            vec![Response::Pick {
                at: p(3.0, 3.0),
                toggle: false
            }]
        );
    }

    #[test]
    fn two_fingers_zoom_around_their_middle_and_one_may_stay() {
        let (end, done) = play(&[
            down(1, p(0.0, 0.0), Intent::Touch),
            down(2, p(100.0, 0.0), Intent::Touch),
            Input::Move {
                id: 2,
                at: p(200.0, 0.0),
            },
            Input::Up {
                id: 1,
                at: p(0.0, 0.0),
            },
        ]);
        let zoom = Response::Zoom {
            pan: Vec2::new(50.0, 0.0),
            at: p(100.0, 0.0),
            factor: 2.0,
        };
        assert_eq!(done, vec![zoom]);
        assert_eq!(
            end,
            Gesture::Pan {
                id: 2,
                last: p(200.0, 0.0)
            }
        );
    }

    #[test]
    fn another_pointer_never_hijacks_a_drag() {
        let (end, _) = play(&[
            down(1, p(0.0, 0.0), Intent::Pan),
            Input::Move {
                id: 7,
                at: p(500.0, 0.0),
            },
            down(8, p(1.0, 1.0), Intent::Select),
        ]);
        assert_eq!(
            end,
            Gesture::Pan {
                id: 1,
                last: p(0.0, 0.0)
            }
        );
    }
    const PEN: Intent = Intent::Markup { finger: false };
    const FINGER: Intent = Intent::Markup { finger: true };

    fn goes(id: i32, x: f64) -> Input {
        Input::Move { id, at: p(x, 0.0) }
    }

    #[test]
    fn a_stroke_follows_its_pointer_until_it_is_lifted() {
        let up = Input::Up {
            id: 1,
            at: p(9.0, 0.0),
        };
        let (end, done) = play(&[
            down(1, p(0.0, 0.0), PEN),
            goes(1, 1.0),
            goes(2, 50.0),
            down(2, p(0.0, 0.0), FINGER),
            up,
        ]);
        let wanted = vec![
            Response::StrokeBegins(p(0.0, 0.0)),
            Response::StrokeGoes(p(1.0, 0.0)),
            Response::StrokeEnds(p(9.0, 0.0)),
        ];
        assert_eq!((end, done), (Gesture::Idle, wanted));
        let (end, done) = play(&[down(1, p(0.0, 0.0), PEN), Input::Cancel, up]);
        assert_eq!((end, done.last()), (Gesture::Idle, Some(&Response::StrokeDrops)));
    }

    #[test]
    fn two_fingers_zoom_instead_of_drawing_and_a_pen_takes_over_from_a_hand() {
        let (end, done) = play(&[
            down(1, p(0.0, 0.0), FINGER),
            goes(1, 2.0),
            down(2, p(100.0, 0.0), FINGER),
        ]);
        let (first, second) = ((1, p(2.0, 0.0)), (2, p(100.0, 0.0)));
        assert_eq!(
            (end, done.last()),
            (Gesture::Pinch { first, second }, Some(&Response::StrokeDrops))
        );
        assert!(end.is_made_with(1) && end.is_made_with(2) && !end.is_made_with(3));
        // one finger stays down, the other comes again
        let (again, _) = end.next(Input::Up {
            id: 1,
            at: p(2.0, 0.0),
        });
        assert!(matches!(
            again.next(down(3, p(0.0, 0.0), FINGER)).0,
            Gesture::Pinch { .. }
        ));
        let (end, done) = play(&[
            down(1, p(0.0, 0.0), FINGER),
            down(7, p(30.0, 0.0), PEN),
            goes(1, 5.0),
        ]);
        assert_eq!(done.last(), Some(&Response::StrokeBegins(p(30.0, 0.0))));
        assert!(end.is_made_with(7) && !end.is_made_with(1));
    }
}
