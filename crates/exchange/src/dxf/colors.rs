//! Colors of a drawing by the AutoCAD Color Index.

use trammel_dxf::aci;
use trammel_scene::Color;

/// Returns the color of an index that a file names: ink for 7, and for an index out of range.
pub(super) fn of_index(index: u64) -> Color {
    aci::named_rgb(index).map_or(Color::Ink, |rgb| {
        let [r, g, b] = rgb.map(|channel| f64::from(channel) / 255.0);
        Color::Rgba([r, g, b, 1.0])
    })
}
