//! Handling of Enter while an input method composes text: sending the text, or only ending the composition.
//!
//! Invariant: an Enter that ends a Hangul syllable sends the text once, after the composition has ended and
//! Enter has been released, in whichever order the input method reports the two events; only then does the
//! field contain its final text. The line break of that Enter is suppressed.

use trammel_canvas::keys::enter_ends_composition;

/// State of the composition in a field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Composition {
    /// Text in composition.
    composing: Option<String>,
    /// Whether the Enter that will send the text has been released; `None` if no Enter is pending.
    sends: Option<bool>,
}

/// Effect of pressing Enter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EnterDown {
    /// The text is sent now.
    Sends,
    /// The text is sent when the composition ends; the key has no other effect.
    SendsLater,
    /// The input method handles the key.
    IsComposing,
}

impl Composition {
    /// Stores the text in composition.
    pub fn update(&mut self, text: String) {
        self.composing = Some(text);
    }

    /// Whether a composition is in progress.
    #[must_use]
    pub fn lasts(&self) -> bool {
        self.composing.is_some()
    }

    /// Handles the press of Enter; `composing` is the `isComposing` flag of the key event.
    pub fn enter_down(&mut self, composing: bool) -> EnterDown {
        if !composing && self.composing.is_none() {
            self.sends = None;
            return EnterDown::Sends;
        }
        if self.composing.as_deref().is_some_and(enter_ends_composition) {
            self.sends = Some(false);
            return EnterDown::SendsLater;
        }
        EnterDown::IsComposing
    }

    /// Whether a line break must be suppressed because its Enter sends the text.
    #[must_use]
    pub fn refuses_line_break(&self) -> bool {
        self.sends.is_some()
    }

    /// Handles the release of Enter and returns whether the text is sent now.
    pub fn enter_up(&mut self) -> bool {
        if let Some(up) = &mut self.sends {
            *up = true;
        }
        self.sends_now()
    }

    /// Handles the end of the composition and returns whether the text is sent now.
    pub fn end(&mut self) -> bool {
        self.composing = None;
        self.sends_now()
    }

    fn sends_now(&mut self) -> bool {
        let now = self.composing.is_none() && self.sends == Some(true);
        if now {
            self.sends = None;
        }
        now
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn composing(text: &str) -> Composition {
        let mut composition = Composition::default();
        composition.update(text.to_owned());
        composition
    }

    #[test]
    fn enter_during_hangul_sends_once_after_composition_end_and_key_up() {
        let mut field = composing("바퀴");
        assert_eq!(field.enter_down(true), EnterDown::SendsLater);
        assert!(field.refuses_line_break());
        assert!(!field.end(), "the line break of the same key may still come");
        assert!(field.refuses_line_break());
        assert!(field.enter_up());
        assert!(!field.enter_up(), "once");
        assert!(!field.refuses_line_break());
    }

    #[test]
    fn composition_end_after_the_enter_key_up_sends() {
        let mut field = composing("바퀴");
        assert_eq!(field.enter_down(true), EnterDown::SendsLater);
        assert!(!field.enter_up());
        assert!(field.end());
        assert_eq!(field, Composition::default());
    }

    #[test]
    fn enter_during_kana_composition_does_not_send() {
        let mut field = composing("はぐるま");
        assert_eq!(field.enter_down(true), EnterDown::IsComposing);
        assert!(!field.end() && !field.enter_up());
        assert_eq!(field.enter_down(false), EnterDown::Sends);
    }

    #[test]
    fn a_missing_enter_key_up_does_not_affect_the_next_enter() {
        let mut field = composing("바퀴");
        assert_eq!(field.enter_down(true), EnterDown::SendsLater);
        assert!(!field.end());
        assert_eq!(field.enter_down(false), EnterDown::Sends);
        assert!(!field.enter_up(), "it was sent when it went down");
    }
}
