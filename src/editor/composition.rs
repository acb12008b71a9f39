//! Enter in a field whose text an input method is composing: when it sends, and when it only ends the composition.
//!
//! Invariant: an Enter that ends a Hangul syllable sends once, after the composition has ended and Enter is up again, in
//! whichever order the input method reports them; only then the field has its final text. The line break of that Enter is
//! refused.

use super::keys::enter_ends_composition;

/// State of the composition in a field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Composition {
    /// Text that is being composed.
    composing: Option<String>,
    /// Whether the Enter that is to send is up again, if there is one.
    sends: Option<bool>,
}

/// Effect of an Enter that goes down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EnterDown {
    /// The text is sent now.
    Sends,
    /// The text is sent when the composition is over; the key has no other effect.
    SendsLater,
    /// The key belongs to the input method.
    IsComposing,
}

impl Composition {
    /// The input method composes this text.
    pub fn update(&mut self, text: String) {
        self.composing = Some(text);
    }

    /// Whether a composition lasts.
    #[must_use]
    pub fn lasts(&self) -> bool {
        self.composing.is_some()
    }

    /// Enter goes down; `composing` is what the key event says about a composition.
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

    /// Whether a line break belongs to an Enter that sends.
    #[must_use]
    pub fn refuses_line_break(&self) -> bool {
        self.sends.is_some()
    }

    /// Enter is up again; whether the text is sent now.
    pub fn enter_up(&mut self) -> bool {
        if let Some(up) = &mut self.sends {
            *up = true;
        }
        self.sends_now()
    }

    /// The composition has ended; whether the text is sent now.
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
    fn a_hangul_syllable_is_sent_once_when_it_has_ended_and_enter_is_up() {
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
    fn an_input_method_may_report_the_end_after_the_key() {
        let mut field = composing("바퀴");
        assert_eq!(field.enter_down(true), EnterDown::SendsLater);
        assert!(!field.enter_up());
        assert!(field.end());
        assert_eq!(field, Composition::default());
    }

    #[test]
    fn kana_is_only_chosen() {
        let mut field = composing("はぐるま");
        assert_eq!(field.enter_down(true), EnterDown::IsComposing);
        assert!(!field.end() && !field.enter_up());
        assert_eq!(field.enter_down(false), EnterDown::Sends);
    }

    #[test]
    fn an_enter_that_never_came_up_does_not_linger() {
        let mut field = composing("바퀴");
        assert_eq!(field.enter_down(true), EnterDown::SendsLater);
        assert!(!field.end());
        assert_eq!(field.enter_down(false), EnterDown::Sends);
        assert!(!field.enter_up(), "it was sent when it went down");
    }
}
