//! Keyboard shortcuts: notation, display, and matching against key presses.
//!
//! A key is matched by its character (`event.key`). If the character is not ASCII, as in Hangul mode, or is
//! uninformative (`Process`, `Dead`, `Unidentified`), the physical key (`event.code`) is used.

/// A key press as reported by the browser.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KeyPress<'a> {
    /// Value of `event.key`.
    pub key: &'a str,
    /// Value of `event.code`.
    pub code: &'a str,
    /// Whether Control is held.
    pub ctrl: bool,
    /// Whether Command (macOS) or the Windows key is held.
    pub meta: bool,
    /// Whether Shift is held.
    pub shift: bool,
    /// Whether Alt or Option is held.
    pub alt: bool,
}

impl KeyPress<'_> {
    /// Whether this press matches a shortcut without Control and Command, written as in [`Chord`].
    #[must_use]
    pub fn is(&self, chord: &'static str) -> bool {
        Chord(chord).matches(self, false)
    }

    /// Returns the character that this press types; `None` for a shortcut or a named key such as Enter.
    #[must_use]
    pub fn character(&self) -> Option<char> {
        // On Windows, AltGr is reported as Control and Alt.
        if (self.ctrl != self.alt) || self.meta {
            return None;
        }
        let mut typed = resolve(self).chars();
        let first = typed.next().filter(|_| typed.next().is_none())?;
        let is_fallback = !self.key.is_ascii();
        Some(if is_fallback {
            first.to_ascii_lowercase()
        } else {
            first
        })
    }
}

/// A shortcut such as `Mod+Shift+z`; `Mod` is Command on a Mac and Control elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chord(pub &'static str);

impl Chord {
    fn parts(self) -> (bool, bool, bool, &'static str) {
        let (mut command, mut shift, mut alt, mut rest) = (false, false, false, self.0);
        while let Some((head, tail)) = rest
            .split_once('+')
            .filter(|(head, tail)| !head.is_empty() && !tail.is_empty())
        {
            match head {
                "Mod" => command = true,
                "Shift" => shift = true,
                "Alt" => alt = true,
                _ => break,
            }
            rest = tail;
        }
        (command, shift, alt, rest)
    }

    /// Whether `press` matches this shortcut.
    #[must_use]
    pub fn matches(self, press: &KeyPress<'_>, mac: bool) -> bool {
        let (command, shift, alt, key) = self.parts();
        let (held, other) = if mac {
            (press.meta, press.ctrl)
        } else {
            (press.ctrl, press.meta)
        };
        if command != held || other || alt != press.alt {
            return false;
        }
        let is_digit = key.len() == 1 && key.as_bytes()[0].is_ascii_digit();
        if is_digit {
            // With Shift, a digit key produces different characters on different layouts, so the physical digit
            // is compared.
            return shift == press.shift && (press.key == key || digit(press.code) == Some(key));
        }
        let pressed = resolve(press);
        let punctuation = key.len() == 1 && key.as_bytes()[0].is_ascii_punctuation();
        // The character of a punctuation key already implies whether Shift was needed.
        (punctuation || shift == press.shift) && pressed.eq_ignore_ascii_case(key)
    }

    /// Formats the shortcut for a tooltip.
    #[must_use]
    pub fn display(self, mac: bool) -> String {
        let (command, shift, alt, key) = self.parts();
        let name = match key {
            "Escape" => "Esc",
            "Delete" => "Del",
            "ArrowLeft" => "←",
            "ArrowRight" => "→",
            "ArrowUp" => "↑",
            "ArrowDown" => "↓",
            _ => key,
        };
        let name = if name.len() == 1 {
            name.to_ascii_uppercase()
        } else {
            name.to_owned()
        };
        let mods = if mac {
            ["⌘", "⇧", "⌥"]
        } else {
            ["Ctrl+", "Shift+", "Alt+"]
        };
        let held: String = [command, shift, alt]
            .into_iter()
            .zip(mods)
            .filter(|(held, _)| *held)
            .map(|(_, text)| text)
            .collect();
        format!("{held}{name}")
    }

    /// Formats the shortcut for the `aria-keyshortcuts` attribute.
    #[must_use]
    pub fn aria(self, mac: bool) -> String {
        let (command, shift, alt, key) = self.parts();
        let names = [if mac { "Meta+" } else { "Control+" }, "Shift+", "Alt+"];
        let held: String = [command, shift, alt]
            .into_iter()
            .zip(names)
            .filter(|(held, _)| *held)
            .map(|(_, text)| text)
            .collect();
        let key = if key == "+" { "Plus" } else { key };
        let key = if key.len() == 1 {
            key.to_ascii_uppercase()
        } else {
            key.to_owned()
        };
        format!("{held}{key}")
    }
}

/// Returns the character or key name of a press.
fn resolve<'a>(press: &KeyPress<'a>) -> &'a str {
    let mute = matches!(press.key, "" | "Process" | "Dead" | "Unidentified");
    if press.key.is_ascii() && !mute {
        return press.key;
    }
    if let Some(letter) = press.code.strip_prefix("Key") {
        return letter;
    }
    if let Some(digit) = digit(press.code) {
        return digit;
    }
    match press.code {
        "Period" => ".",
        "Comma" => ",",
        "Slash" => "/",
        "Minus" => "-",
        "Equal" => "=",
        "BracketLeft" => "[",
        "BracketRight" => "]",
        other => other,
    }
}

fn digit(code: &str) -> Option<&str> {
    code.strip_prefix("Digit")
        .or_else(|| code.strip_prefix("Numpad"))
        .filter(|rest| rest.len() == 1 && rest.as_bytes()[0].is_ascii_digit())
}

/// Whether Enter during a composition sends the text when the composition ends.
///
/// A Hangul syllable is still in composition when the user presses Enter to send, so the first Enter must send;
/// with kana or Chinese characters, Enter only chooses a candidate.
#[must_use]
pub fn enter_ends_composition(composing: &str) -> bool {
    let hangul = |c: char| matches!(u32::from(c), 0x1100..=0x11FF | 0x3130..=0x318F | 0xAC00..=0xD7A3);
    composing.chars().last().is_some_and(hangul)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;

    fn press<'a>(key: &'a str, code: &'a str) -> KeyPress<'a> {
        KeyPress {
            key,
            code,
            ..KeyPress::default()
        }
    }

    #[test]
    fn mod_is_command_on_a_mac_and_control_elsewhere() {
        let undo = Chord("Mod+z");
        let control = KeyPress {
            ctrl: true,
            ..press("z", "KeyZ")
        };
        let command = KeyPress {
            meta: true,
            ..press("z", "KeyZ")
        };
        assert!(undo.matches(&control, false) && !undo.matches(&control, true));
        assert!(undo.matches(&command, true) && !undo.matches(&command, false));
        assert!(!undo.matches(
            &KeyPress {
                shift: true,
                ..control
            },
            false
        ));
        assert!(
            Chord("Mod+Shift+z").matches(
                &KeyPress {
                    shift: true,
                    ..press("Z", "KeyZ")
                }
                .with_ctrl(),
                false
            )
        );
    }

    impl KeyPress<'_> {
        fn with_ctrl(mut self) -> Self {
            self.ctrl = true;
            self
        }
    }

    #[test]
    fn hangul_mode_falls_back_to_the_physical_key() {
        assert!(Chord("h").matches(&press("ㅗ", "KeyH"), false));
        assert!(Chord("h").matches(&press("Process", "KeyH"), false));
        assert!(Chord("Mod+z").matches(&press("ㅋ", "KeyZ").with_ctrl(), false));
        // Dvorak has "h" at the position of the QWERTY "j"; the character takes precedence over the physical key.
        assert!(Chord("h").matches(&press("h", "KeyJ"), false));
    }

    #[test]
    fn chords_match_shifted_digits_and_punctuation() {
        assert!(Chord("Shift+1").matches(
            &KeyPress {
                shift: true,
                ..press("!", "Digit1")
            },
            false
        ));
        assert!(!Chord("Shift+1").matches(&press("1", "Digit1"), false));
        assert!(Chord("+").matches(
            &KeyPress {
                shift: true,
                ..press("+", "Equal")
            },
            false
        ));
        assert!(
            Chord("Mod++").matches(
                &KeyPress {
                    shift: true,
                    ..press("+", "Equal")
                }
                .with_ctrl(),
                false
            )
        );
        assert!(Chord("Mod+.").matches(&press(".", "Period").with_ctrl(), false));
        assert!(!Chord("Mod+.").matches(&press(".", "Period"), false));
    }

    #[test]
    fn chords_have_a_display_form_and_an_aria_form() {
        assert_eq!(Chord("Mod+Shift+z").display(false), "Ctrl+Shift+Z");
        assert_eq!(Chord("Mod+Shift+z").display(true), "⌘⇧Z");
        assert_eq!(Chord("Mod+Shift+z").aria(false), "Control+Shift+Z");
        assert_eq!(Chord("+").aria(false), "Plus");
        assert_eq!(Chord("Escape").display(false), "Esc");
        assert_eq!(Chord("ArrowLeft").display(false), "←");
    }

    #[test]
    fn enter_ends_the_composition_of_hangul_only() {
        assert!(enter_ends_composition("톱니바퀴"));
        assert!(enter_ends_composition("ㅎ"));
        assert!(!enter_ends_composition("はぐるま"));
        assert!(!enter_ends_composition("齿轮"));
        assert!(!enter_ends_composition(""));
    }
}
