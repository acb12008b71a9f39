//! AutoCAD Color Index: the 255 colors that every DXF file can name.
//!
//! Index 7 is black on white paper and white on black paper, the contrast color. The indexes 10 to 249
//! are 24 hues in five brightnesses, each with full and with half saturation. Programs differ in a few of the shades and
//! grays; a file that is written and read keeps its colors.

/// Index of the contrast color.
pub const INK: u8 = 7;

/// Colors of the indexes 1 to 9.
const NAMED: [[u8; 3]; 9] = [
    [255, 0, 0],
    [255, 255, 0],
    [0, 255, 0],
    [0, 255, 255],
    [0, 0, 255],
    [255, 0, 255],
    [255, 255, 255],
    [128, 128, 128],
    [192, 192, 192],
];

/// Brightnesses of the hues, from light to dark.
const BRIGHTNESS: [u32; 5] = [255, 165, 127, 76, 38];

/// Gray levels of the indexes 250 to 255.
const GRAYS: [u8; 6] = [51, 91, 132, 173, 214, 255];

/// Returns red, green, and blue of an index from 1 to 255; 0, which means "by block", is black.
pub fn rgb(index: u8) -> [u8; 3] {
    match index {
        0 => [0, 0, 0],
        1..=9 => NAMED[usize::from(index) - 1],
        10..=249 => hue(u32::from(index) - 10),
        250..=255 => [GRAYS[usize::from(index) - 250]; 3],
    }
}

/// Returns the color of an index that a file names; `None` for the contrast color, which is 7, and for an index out of range.
pub fn named_rgb(index: u64) -> Option<[u8; 3]> {
    match u8::try_from(index) {
        Ok(0 | INK) | Err(_) => None,
        Ok(index) => Some(rgb(index)),
    }
}

/// Returns the index of the nearest color. Black is [`INK`], and white is 255, which stays white on white paper.
pub fn nearest(color: [u8; 3]) -> u8 {
    if color.iter().all(|channel| *channel < 26) {
        return INK;
    }
    let distance = |index: u8| -> i32 {
        let other = rgb(index);
        let square = |i: usize, weight: i32| {
            let difference = i32::from(color[i]) - i32::from(other[i]);
            weight * difference * difference
        };
        // The eye is most sensitive to green and least to blue.
        square(0, 3) + square(1, 4) + square(2, 2)
    };
    let usable = (1..=255).filter(|index| *index != INK);
    usable.min_by_key(|index| distance(*index)).unwrap_or(INK)
}

/// Returns the color at this position after index 10.
fn hue(position: u32) -> [u8; 3] {
    let (hue, shade) = (position / 10, position % 10);
    let brightness = BRIGHTNESS[shade as usize / 2];
    // Quarters of the brightness: four hues lie between two corners of the color wheel.
    let (sector, step) = (hue / 4, hue % 4);
    let full = match sector {
        0 => [4, step, 0],
        1 => [4 - step, 4, 0],
        2 => [0, 4, step],
        3 => [0, 4 - step, 4],
        4 => [step, 0, 4],
        _ => [4, 0, 4 - step],
    };
    full.map(|quarters| {
        let eighths = if shade % 2 == 0 {
            2 * quarters
        } else {
            4 + quarters
        };
        u8::try_from(brightness * eighths / 8).unwrap_or(u8::MAX)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_palette_has_the_documented_colors() {
        for (index, color) in [
            (1, [255, 0, 0]),
            (7, [255, 255, 255]),
            (10, [255, 0, 0]),
            (11, [255, 127, 127]),
            (30, [255, 127, 0]),
            (90, [0, 255, 0]),
            (150, [0, 127, 255]),
            (166, [0, 19, 76]),
            (211, [255, 127, 255]),
            (240, [255, 0, 63]),
            (250, [51, 51, 51]),
        ] {
            assert_eq!(rgb(index), color, "{index}");
        }
    }

    #[test]
    fn an_index_without_a_color_is_the_contrast_color() {
        for index in [0, 7, 256, 9000] {
            assert_eq!(named_rgb(index), None, "{index}");
        }
        assert_eq!(named_rgb(1), Some([255, 0, 0]));
    }

    #[test]
    fn a_color_of_the_palette_is_nearest_to_itself() {
        for index in (1..=255).filter(|index| *index != INK) {
            assert!(
                nearest(rgb(index)) == INK || rgb(nearest(rgb(index))) == rgb(index),
                "{index}"
            );
        }
        assert_eq!(nearest([0, 0, 0]), INK);
        assert_eq!(nearest([255, 255, 255]), 255);
        assert_eq!(nearest([250, 5, 5]), 1);
    }
}
