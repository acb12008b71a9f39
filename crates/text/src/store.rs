//! Loaded fonts. The Latin font is always available; the Hangul font is built in natively and provided later in the
//! browser.

use super::font::{Font, Glyph};
use std::sync::OnceLock;

static LATIN_BYTES: &[u8] = include_bytes!("../../../web/fonts/latin.ttf");
static LATIN: OnceLock<Font<'static>> = OnceLock::new();
static HANGUL: OnceLock<Font<'static>> = OnceLock::new();
static PROVIDED: OnceLock<&'static [u8]> = OnceLock::new();

#[cfg(not(target_arch = "wasm32"))]
static HANGUL_BYTES: &[u8] = include_bytes!("../../../web/fonts/hangul.ttf");

/// Size limit of a provided font, in bytes.
const MAX_FONT_BYTES: usize = 8 << 20;

/// Fonts for laying out text.
#[derive(Clone, Copy)]
pub(super) struct Fonts {
    pub(super) latin: &'static Font<'static>,
    pub(super) hangul: Option<&'static Font<'static>>,
}

impl Fonts {
    /// Returns the currently loaded fonts.
    pub(super) fn present() -> Fonts {
        Fonts {
            latin: LATIN.get_or_init(latin),
            hangul: hangul(),
        }
    }

    /// Returns the glyph of a character, or of its substitute, and the font that has it.
    pub(super) fn find(&self, c: char) -> Option<(Glyph, &'static Font<'static>)> {
        let in_font = |font: &'static Font<'static>, c: char| font.find(c).map(|glyph| (glyph, font));
        in_font(self.latin, c)
            .or_else(|| in_font(self.hangul?, c))
            .or_else(|| in_font(self.latin, stand_in(c)?))
    }
}

/// Sets the Hangul font. Further fonts are ignored, because existing outlines must not change.
///
/// # Errors
/// Returns an error if the bytes are too large or not a complete TrueType font with Hangul.
pub fn provide_hangul(bytes: Vec<u8>) -> Result<(), String> {
    if hangul_is_here() {
        return Ok(());
    }
    if bytes.len() > MAX_FONT_BYTES {
        return Err(format!("a font of {} bytes is too large", bytes.len()));
    }
    let font = Font::read(&bytes)?;
    font.check()?;
    if font.find('가').is_none() {
        return Err("the font has no Hangul".to_owned());
    }
    let kept: &'static [u8] = Box::leak(bytes.into_boxed_slice());
    // Another thread may have set the same font first.
    let _ = HANGUL.set(Font::read(kept)?);
    let _ = PROVIDED.set(kept);
    Ok(())
}

/// Whether the Hangul font is loaded.
pub fn hangul_is_here() -> bool {
    hangul().is_some()
}

/// Whether the text needs the Hangul font and that font is not loaded yet.
pub fn needs_hangul(text: &str) -> bool {
    has_hangul(text) && !hangul_is_here()
}

/// Whether a text has characters that only the Hangul font can have.
pub fn has_hangul(text: &str) -> bool {
    text.chars().any(may_be_in_hangul)
}

/// Returns the unchanged bytes of the provided font, which the page passes on to its sandbox worker.
pub fn provided_hangul() -> Option<&'static [u8]> {
    PROVIDED.get().copied()
}

/// Whether a character is in the ranges covered by the Hangul font; the font itself is not needed for this test.
pub(super) fn may_be_in_hangul(c: char) -> bool {
    matches!(c,
        '\u{1100}'..='\u{11ff}' | '\u{3130}'..='\u{318f}' | '\u{ac00}'..='\u{d7a3}' // Hangul
        | '\u{2460}'..='\u{2473}' | '\u{203b}' | '\u{3000}'..='\u{303f}' | '\u{3380}'..='\u{33df}')
}

#[cfg(not(target_arch = "wasm32"))]
fn hangul() -> Option<&'static Font<'static>> {
    Some(HANGUL.get_or_init(|| built_in_font(HANGUL_BYTES)))
}

#[cfg(target_arch = "wasm32")]
fn hangul() -> Option<&'static Font<'static>> {
    HANGUL.get()
}

fn latin() -> Font<'static> {
    built_in_font(LATIN_BYTES)
}

/// Reads a font that is part of the program; tests ensure that it is valid.
fn built_in_font(bytes: &'static [u8]) -> Font<'static> {
    match Font::read(bytes) {
        Ok(font) => font,
        Err(why) => unreachable!("a font of the program itself cannot be read: {why}"),
    }
}

/// Returns the substitute for a character that the typeface does not have.
fn stand_in(c: char) -> Option<char> {
    match c {
        '⌀' => Some('Ø'),
        '‾' | '¯' => Some('-'),
        '\u{2002}'..='\u{200a}' | '\u{202f}' | '\u{205f}' => Some(' '),
        _ => None,
    }
}
