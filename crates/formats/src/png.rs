//! PNG export. The command line rasterizes the SVG file with resvg, in a child process with limits of time and memory; in the
//! page, the browser's canvas does.
//!
//! Invariant: a picture has at most 8,192 pixels on its longer side, which every common browser can paint.

use super::conversion::Picture;
use super::error::FormatError;
use super::export_field::{ExportField, FieldChoice, FieldKind};
use super::format::{Export, Format};
use super::options::{PngFactor, PngOptions};
use super::svg;
#[cfg(not(target_arch = "wasm32"))]
use resvg::{tiny_skia, usvg};
use trammel_language::bilingual;

/// PNG image of the drawing.
pub const PNG: Format = Format {
    id: "png",
    extension: "png",
    mime: "image/png",
    label: ["Picture (PNG)", "그림(PNG)"],
    purpose: [
        "Pixels, for documents and messages.",
        "픽셀 그림이에요. 문서와 메시지에 쓸 수 있어요.",
    ],
    sniff: |bytes| bytes.starts_with(b"\x89PNG\r\n\x1a\n"),
    export: Some(Export::Picture(|scene, _| Ok(svg::write(scene)))),
    import: None,
    options: OPTIONS,
    tool: None,
    import_tool: None,
};

const OPTIONS: &[ExportField] = &[
    ExportField {
        path: "png.factor",
        flag: "resolution",
        label: ["Longer side", "긴 변"],
        kind: FieldKind::Choice(&[
            FieldChoice {
                value: "1x",
                label: ["1x, 2,048 pixels", "1배, 2,048 픽셀"],
            },
            FieldChoice {
                value: "2x",
                label: ["2x, 4,096 pixels", "2배, 4,096 픽셀"],
            },
            FieldChoice {
                value: "4x",
                label: ["4x, 8,192 pixels", "4배, 8,192 픽셀"],
            },
        ]),
    },
    ExportField {
        path: "png.transparent",
        flag: "transparent",
        label: ["Transparent background", "투명한 배경"],
        kind: FieldKind::Flag,
    },
];

/// Length in pixels of the longer side of an image for a model; most providers scale larger images down.
pub const PIXELS: u32 = 1_024;

/// Length in pixels of the longer side of a PNG file with factor 1.
const BASE_PIXELS: u32 = 2_048;

/// Maximum length of a side in pixels.
const MAX_PIXELS: u32 = 8_192;

impl PngOptions {
    /// Returns the picture of an SVG file.
    pub fn picture(&self, svg: String) -> Picture {
        Picture {
            svg,
            pixels: self.pixels(),
            is_transparent: self.transparent,
        }
    }

    /// Returns the length of the longer side in pixels.
    pub fn pixels(&self) -> u32 {
        match self.factor {
            PngFactor::One => BASE_PIXELS,
            PngFactor::Two => 2 * BASE_PIXELS,
            PngFactor::Four => MAX_PIXELS,
        }
    }
}

/// Returns the PNG file of a picture, whose size is limited to 8,192 pixels.
///
/// # Errors
/// Returns an error if the text is not a valid SVG, or if the picture cannot be painted or encoded.
#[cfg(not(target_arch = "wasm32"))]
pub fn paint(picture: &Picture) -> Result<Vec<u8>, FormatError> {
    rasterize(picture).map_err(|why| {
        FormatError(bilingual!(
            "The picture cannot be painted: {why}.",
            "그림을 만들 수 없어요: {why}."
        ))
    })
}

/// Refuses to paint.
///
/// # Errors
/// Always returns an error: the page paints with the browser's canvas.
#[cfg(target_arch = "wasm32")]
pub fn paint(_: &Picture) -> Result<Vec<u8>, FormatError> {
    Err(FormatError(bilingual!(
        "The page paints pictures itself.",
        "그림은 페이지가 직접 그려요."
    )))
}

#[cfg(not(target_arch = "wasm32"))]
fn rasterize(picture: &Picture) -> Result<Vec<u8>, String> {
    let tree = usvg::Tree::from_str(&picture.svg, &usvg::Options::default())
        .map_err(|e| format!("the SVG cannot be parsed: {e}"))?;
    let (width, height) = (tree.size().width(), tree.size().height());
    #[allow(clippy::cast_precision_loss, reason = "at most 8192")]
    let scale = picture.pixels.clamp(1, MAX_PIXELS) as f32 / width.max(height);
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "from 1 to 8192"
    )]
    let side = |length: f32| (length * scale).ceil().clamp(1.0, 8_192.0) as u32;
    let mut paper = tiny_skia::Pixmap::new(side(width), side(height)).ok_or("it has zero size")?;
    if !picture.is_transparent {
        paper.fill(tiny_skia::Color::WHITE);
    }
    resvg::render(
        &tree,
        tiny_skia::Transform::from_scale(scale, scale),
        &mut paper.as_mut(),
    );
    paper
        .encode_png()
        .map_err(|e| format!("the PNG cannot be encoded: {e}"))
}

#[cfg(all(test, not(target_arch = "wasm32")))]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn the_longer_side_has_the_given_pixels_on_a_white_background() {
        let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='40mm' height='20mm' viewBox='0 0 40 20'>\
            <rect x='0' y='0' width='20' height='20' fill='#ff0000'/></svg>";
        let painted = |svg: &str| {
            paint(&Picture {
                svg: svg.to_owned(),
                pixels: 100,
                is_transparent: false,
            })
        };
        let png = painted(svg).unwrap();
        let picture = tiny_skia::Pixmap::decode_png(&png).unwrap();
        assert_eq!((picture.width(), picture.height()), (100, 50));
        let at = |x, y| {
            picture
                .pixel(x, y)
                .map(|p| (p.red(), p.green(), p.blue(), p.alpha()))
        };
        assert_eq!(
            (at(10, 25), at(90, 25)),
            (Some((255, 0, 0, 255)), Some((255, 255, 255, 255)))
        );
        assert!(painted("no picture").is_err());
    }

    #[test]
    fn the_factor_multiplies_the_pixels_and_the_background_can_be_transparent() {
        let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='40mm' height='20mm' viewBox='0 0 40 20'>\
            <rect x='0' y='0' width='20' height='20' fill='#ff0000'/></svg>";
        for (factor, width) in [
            (PngFactor::One, 2_048),
            (PngFactor::Two, 4_096),
            (PngFactor::Four, 8_192),
        ] {
            let options = PngOptions {
                factor,
                transparent: factor == PngFactor::Two,
            };
            let painted = paint(&options.picture(svg.to_owned())).unwrap();
            let picture = tiny_skia::Pixmap::decode_png(&painted).unwrap();
            assert_eq!((picture.width(), picture.height()), (width, width / 2));
            let empty = picture.pixel(width - 1, 5).unwrap();
            assert_eq!(empty.alpha(), if options.transparent { 0 } else { 255 });
            assert_eq!(picture.pixel(5, 5).unwrap().alpha(), 255);
        }
    }
}
