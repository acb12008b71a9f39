//! Tests of text outlines: holes, alignment, and the report of missing characters.
use super::*;
use proptest::prelude::*;
use trammel_kernel::{Bounds, Path, norm, region};

fn set(text: &str) -> Vec<Path> {
    set_as(text, Align::Left, Valign::Baseline)
}

fn set_as(text: &str, align: Align, valign: Valign) -> Vec<Path> {
    let at = Point::new(10.0, 20.0);
    layout(
        text,
        &Setting {
            at,
            size: 10.0,
            align,
            valign,
            angle: 0.0,
        },
    )
}

fn bounds(paths: &[Path]) -> Bounds {
    Path::bounds_of(paths).unwrap()
}

/// Returns the number of outlines and the number of holes of a character.
fn contours(c: char) -> (usize, usize) {
    let paths = set(&c.to_string());
    let holes = paths.iter().filter(|path| path.signed_area() < 0.0).count();
    (paths.len(), holes)
}

#[test]
fn glyph_counters_are_holes_and_separate_parts_are_not() {
    let expected = [
        ('o', (2, 1)),
        ('i', (2, 0)),
        (':', (2, 0)),
        ('=', (2, 0)),
        ('%', (5, 2)),
        ('B', (3, 2)),
        ('8', (3, 2)),
        ('0', (2, 1)),
        ('l', (1, 0)),
        ('A', (2, 1)),
        ('Ø', (3, 2)),
        ('±', (2, 0)),
        ('°', (2, 1)),
        ('응', (5, 2)),
        ('를', (3, 0)),
    ];
    for (c, contours_and_holes) in expected {
        assert_eq!(contours(c), contours_and_holes, "{c}");
    }
    let o = set("o");
    let middle = bounds(&o).center();
    assert!(!region::contains(&o, middle), "the counter of 'o' is empty");
    let dot = bounds(&set(".")).center();
    assert!(region::contains(&set("."), dot));
}

/// The even-odd rule of the kernel and the nonzero rule of fonts give the same area for every glyph: no outline
/// overlaps another or has the wrong direction.
#[test]
fn every_glyph_of_both_fonts_has_the_right_holes() {
    let fonts = Fonts::present();
    for (font, count) in [(fonts.latin, 300), (fonts.hangul.unwrap(), 2500)] {
        font.check().unwrap();
        let mut drawn = 0;
        for c in '\u{20}'..'\u{d7a4}' {
            let Some(glyph) = font.find(c) else { continue };
            drawn += 1;
            let paths = font.outlines(glyph);
            let nonzero: f64 = paths.iter().map(Path::signed_area).sum();
            let even_odd = region::region_area(paths);
            assert!(
                (nonzero - even_odd).abs() <= 1e-6 * even_odd,
                "{c}: {nonzero} but {even_odd}"
            );
            for path in paths {
                for (seg, next) in path.segs.iter().zip(path.segs.iter().cycle().skip(1)) {
                    assert_eq!(seg.end(), next.start(), "{c}");
                }
            }
        }
        assert!(drawn > count, "{drawn} characters");
    }
}

/// The bounds by the boxes of glyphs are those of the outlines, for each alignment and map.
#[test]
fn bounds_of_a_text_are_those_of_its_outlines() {
    let quarter = rotation(std::f64::consts::FRAC_PI_2);
    let maps = [
        Affine::IDENTITY,
        Affine::translate((3.0, -7.0)) * Affine::scale_non_uniform(2.0, -0.5),
        quarter,
        Affine::new([0.0, 2.0, -3.0, 0.0, 1.0, 1.0]),
        rotation(0.3),
        Affine::new([1.0, 0.0, 0.4, 1.0, 0.0, 0.0]),
    ];
    let aligned = [Align::Left, Align::Center, Align::Right];
    let valigned = [Valign::Baseline, Valign::Top, Valign::Middle, Valign::Bottom];
    for text in ["Ø8 g", "가나\njy", " ", "a\u{1F600}\tb"] {
        for map in maps {
            for (at, angle) in [0.0, 0.7, std::f64::consts::PI].into_iter().enumerate() {
                let setting = Setting {
                    at: Point::new(5.0, -2.0),
                    size: 2.5,
                    align: aligned[at],
                    valign: valigned[(at + text.len()) % 4],
                    angle,
                };
                let paths = layout(text, &setting);
                let expected = Bounds::union_all(paths.iter().filter_map(|path| path.bounds_under(&map)));
                match (super::bounds(text, &setting, &map), expected) {
                    (Some(got), Some(expected)) => {
                        let off = norm(got.min - expected.min) + norm(got.max - expected.max);
                        assert!(
                            off < 1e-12,
                            "{text:?} {setting:?} {map:?}: {got:?} instead of {expected:?}"
                        );
                    }
                    (got, expected) => assert_eq!(got, expected, "{text:?} {setting:?} {map:?}"),
                }
            }
        }
    }
}

#[test]
fn fonts_contain_all_2350_ks_x_1001_syllables_and_drafting_symbols() {
    let hangul = Fonts::present().hangul.unwrap();
    let syllables = ('가'..='힣').filter(|c| hangul.find(*c).is_some()).count();
    assert_eq!(syllables, 2350);
    let text = "Aa1 ÄÖÜß éèçñ °±×÷Ø⌀ µΩαβ ←↑→↓ ≤≥≠≈∅√∞ ㄱㅏ ①⑳ ㎜㎡ 『도면』 € ₩";
    assert_eq!(missing(text), Vec::<char>::new());
}

#[test]
fn cap_height_equals_the_requested_size() {
    let h = bounds(&set("H"));
    assert!((h.min.y - 20.0).abs() < 1e-12 && (h.height() - 10.0).abs() < 1e-12);
}

#[test]
fn align_and_valign_move_the_text_to_its_anchor() {
    let width = advance("HH", 10.0);
    let left = bounds(&set_as("HH", Align::Left, Valign::Baseline));
    for (align, shift) in [(Align::Center, width / 2.0), (Align::Right, width)] {
        let other = bounds(&set_as("HH", align, Valign::Baseline));
        assert!((left.min.x - other.min.x - shift).abs() < 1e-12);
    }
    let of = |text: &str, valign| bounds(&set_as(text, Align::Left, valign));
    assert!((of("H", Valign::Top).max.y - 20.0).abs() < 1e-12);
    assert!((of("H", Valign::Middle).center().y - 20.0).abs() < 1e-12);
    assert!((of("g", Valign::Bottom).min.y - 20.0).abs() < 1e-12);
    let two = of("H\nH", Valign::Middle);
    assert!((two.center().y - 20.0).abs() < 1e-12);
    assert!((two.height() - 10.0 * (1.0 + LINE_STEP)).abs() < 1e-12);
    assert!((of("H\n\nH", Valign::Baseline).max.y - 30.0).abs() < 1e-12);
    assert!((of("H\ng", Valign::Bottom).min.y - 20.0).abs() < 1e-12);
    assert!((of("H\nH", Valign::Top).max.y - 20.0).abs() < 1e-12);
}

#[test]
fn text_rotated_by_90_degrees_runs_upward() {
    let setting = Setting {
        at: Point::ZERO,
        size: 10.0,
        align: Align::Left,
        valign: Valign::Baseline,
        angle: std::f64::consts::FRAC_PI_2,
    };
    let up = Path::bounds_of(&layout("HHHH", &setting)).unwrap();
    assert!(up.max.x <= 1e-12 && up.min.y > 0.0 && up.height() > up.width());
}

#[test]
fn kerning_pairs_shorten_the_advance() {
    assert!(advance("AV", 10.0) < advance("A", 10.0) + advance("V", 10.0));
    assert_eq!(advance("HH", 10.0), 2.0 * advance("H", 10.0));
}

#[test]
fn decomposed_hangul_is_laid_out_as_syllables() {
    assert_eq!(
        set("\u{1112}\u{1161}\u{11ab}\u{1100}\u{1173}\u{11af}"),
        set("한글")
    );
    assert_eq!(missing("한글"), Vec::<char>::new());
}

#[test]
fn a_character_without_a_glyph_is_a_box_and_is_reported() {
    assert_eq!(missing("a漢b漢🙂"), ['漢', '🙂']);
    assert!(!needs_hangul("a漢b漢🙂"));
    assert!(advance("漢", 10.0) > 0.0);
    assert!(set("漢").len() >= 2, "a box with a hole");
    // A syllable beyond the 2,350 included ones, and invisible characters.
    assert_eq!(missing("똠"), ['똠']);
    assert_eq!(set("a\u{200b}b\u{feff}\r"), set("ab"));
    assert_eq!(set("a\tb"), set("a    b"));
    assert_eq!(set(""), []);
}

#[test]
fn without_the_hangul_font_layout_draws_boxes_and_asks_for_it() {
    let fonts = Fonts {
        hangul: None,
        ..Fonts::present()
    };
    let setting = Setting {
        at: Point::ZERO,
        size: 5.0,
        align: Align::Left,
        valign: Valign::Baseline,
        angle: 0.0,
    };
    let boxes = lay_out("거실", &setting, &fonts);
    assert_eq!(boxes.len(), 2 * lay_out("漢", &setting, &fonts).len());
    assert_eq!(missing_in(&fonts, "거실 12"), ['거', '실']);
    assert!(missing_in(&fonts, "Room 12").is_empty());
    assert!(!has_hangul("漢"), "it has no such character either");
    assert!(hangul_is_here() && has_hangul("거실") && !needs_hangul("거실") && !has_hangul("Room 12 m²"));
}

#[test]
fn invalid_font_data_is_refused() {
    let bytes = include_bytes!("../../../web/fonts/hangul.ttf");
    assert!(Font::read(b"404 page not found").is_err());
    let cut = Font::read(&bytes[..bytes.len() / 2]).and_then(|font| font.check());
    assert!(cut.is_err());
    assert!(Font::read(bytes).and_then(|font| font.check()).is_ok());
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    #[test]
    fn any_text_has_a_finite_layout(text in "\\PC{0,40}", size in 1e-6..1e6, angle in -10.0..10.0) {
        let setting = Setting { at: Point::ZERO, size, align: Align::Center, valign: Valign::Bottom, angle };
        prop_assert!(layout(&text, &setting).iter().all(|path| path.is_finite() && path.closed));
        prop_assert!(advance(&text, size).is_finite());
    }

    #[test]
    fn a_damaged_font_never_panics(at in 0usize..50_000, byte: u8) {
        let mut bytes = include_bytes!("../../../web/fonts/latin.ttf").to_vec();
        let at = at % bytes.len();
        bytes[at] = byte;
        if let Ok(font) = Font::read(&bytes) {
            let _ = font.check();
            for c in "AVg%".chars() {
                if let Some(glyph) = font.find(c) {
                    let _ = (font.outlines(glyph), font.advance(glyph), font.kern(glyph, glyph));
                }
            }
        }
    }
}
