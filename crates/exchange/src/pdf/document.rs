//! PDF file of pages.
//!
//! Invariant: the same pages give the same bytes. The drawing is one form that every page shows a part of, so a tiled drawing
//! is not larger than a single page.

use super::content::Content;
use super::drawing::{DrawingContent, layer_name, state_name};
use super::furniture::{self, Title};
use super::labels::Labels;
use super::layout::{Layout, Tile};
use miniz_oxide::deflate::compress_to_vec_zlib;
use pdf_writer::{Filter, Finish, Name, Pdf, Rect, Ref, TextStr};
use trammel_kernel::{Affine, Point};
use trammel_scene::Layer;

/// Points in a millimeter.
const POINTS: f64 = 72.0 / 25.4;

/// Level of compression, from 1 to 10.
const LEVEL: u8 = 6;

/// Parts of a file.
pub(super) struct Document<'a> {
    /// Pages.
    pub(super) layout: &'a Layout,
    /// Content of the drawing.
    pub(super) drawing: &'a DrawingContent,
    /// Bounds of the drawing with its lines, from its lower left corner in millimeters on paper: minimum and maximum.
    pub(super) extent: [Point; 2],
    /// Layers of the drawing.
    pub(super) layers: &'a [Layer],
    /// Title block.
    pub(super) title: Title<'a>,
    /// Texts on the page.
    pub(super) labels: &'a Labels,
    /// Language of the texts as a tag.
    pub(super) language: &'static str,
}

/// Numbers of the objects in the file.
struct Ids {
    catalog: Ref,
    pages: Ref,
    info: Ref,
    drawing: Ref,
    common: Ref,
    first_layer: i32,
    first_page: i32,
}

impl Document<'_> {
    /// Writes the file.
    pub(super) fn write(&self) -> Vec<u8> {
        let layers = i32::try_from(self.layers.len()).unwrap_or(i32::MAX - 10);
        let ids = Ids {
            catalog: Ref::new(1),
            pages: Ref::new(2),
            info: Ref::new(3),
            drawing: Ref::new(4),
            common: Ref::new(5),
            first_layer: 6,
            first_page: 6 + layers,
        };
        let mut pdf = Pdf::new();
        self.catalog(&mut pdf, &ids);
        self.info(&mut pdf, &ids);
        self.drawing(&mut pdf, &ids);
        self.common(&mut pdf, &ids);
        let tiles: Vec<Tile> = self.layout.tiles().collect();
        let pages = ids.first_page..;
        let numbers: Vec<Ref> = pages.step_by(2).take(tiles.len()).map(Ref::new).collect();
        let count = i32::try_from(numbers.len()).unwrap_or(i32::MAX);
        pdf.pages(ids.pages).kids(numbers.iter().copied()).count(count);
        for (tile, page) in tiles.iter().zip(numbers) {
            self.page(&mut pdf, &ids, tile, page);
        }
        pdf.finish()
    }

    /// Returns the layers with content and their objects.
    fn used_layers(&self, ids: &Ids) -> Vec<(usize, &str, Ref)> {
        let used = self.drawing.layers.iter();
        used.filter_map(|layer| {
            let number = ids.first_layer + i32::try_from(*layer).ok()?;
            Some((*layer, self.layers.get(*layer)?.name.as_str(), Ref::new(number)))
        })
        .collect()
    }

    fn catalog(&self, pdf: &mut Pdf, ids: &Ids) {
        let layers = self.used_layers(ids);
        let mut catalog = pdf.catalog(ids.catalog);
        catalog.pages(ids.pages).lang(TextStr(self.language));
        let mut preferences = catalog.viewer_preferences();
        preferences.display_doc_title(true);
        // Print dialogs offer no scaling for this file.
        preferences.pair(Name(b"PrintScaling"), Name(b"None"));
        preferences.finish();
        if !layers.is_empty() {
            let numbers = || layers.iter().map(|(_, _, number)| *number);
            let mut content = catalog.insert(Name(b"OCProperties")).dict();
            content.insert(Name(b"OCGs")).array().items(numbers());
            let mut shown = content.insert(Name(b"D")).dict();
            shown.insert(Name(b"Order")).array().items(numbers());
        }
        catalog.finish();
        for (_, name, number) in layers {
            let mut layer = pdf.indirect(number).dict();
            layer.pair(Name(b"Type"), Name(b"OCG"));
            layer.pair(Name(b"Name"), TextStr(name));
        }
    }

    fn info(&self, pdf: &mut Pdf, ids: &Ids) {
        let mut info = pdf.document_info(ids.info);
        info.title(TextStr(self.title.name)).producer(TextStr("Trammel"));
        if !self.title.author.is_empty() {
            info.author(TextStr(self.title.author));
        }
    }

    fn drawing(&self, pdf: &mut Pdf, ids: &Ids) {
        let bytes = compress_to_vec_zlib(&self.drawing.bytes, LEVEL);
        let layers = self.used_layers(ids);
        let [min, max] = self.extent;
        let mut form = pdf.form_xobject(ids.drawing, &bytes);
        form.filter(Filter::FlateDecode);
        form.bbox(rect(min, max));
        let mut resources = form.resources();
        if !self.drawing.opacities.is_empty() {
            let mut states = resources.ext_g_states();
            for opacity in &self.drawing.opacities {
                let name = state_name(*opacity);
                let [line, fill] = opacity.map(|channel| f32::from(channel) / 255.0);
                let mut state = states
                    .insert(Name(name.as_bytes()))
                    .start::<pdf_writer::writers::ExtGraphicsState<'_>>();
                state.stroking_alpha(line).non_stroking_alpha(fill);
            }
        }
        if !layers.is_empty() {
            let mut properties = resources.insert(Name(b"Properties")).dict();
            for (layer, _, number) in layers {
                properties.pair(Name(layer_name(layer).as_bytes()), number);
            }
        }
    }

    fn common(&self, pdf: &mut Pdf, ids: &Ids) {
        let bytes = furniture::common(self.layout, &self.title, self.labels);
        let bytes = compress_to_vec_zlib(&bytes, LEVEL);
        let mut form = pdf.form_xobject(ids.common, &bytes);
        form.filter(Filter::FlateDecode);
        let [width, height] = self.layout.paper;
        // Larger than the page before its correction.
        form.bbox(rect(Point::ORIGIN, Point::new(1.2 * width, 1.2 * height)));
        form.resources();
    }

    fn page(&self, pdf: &mut Pdf, ids: &Ids, tile: &Tile, page: Ref) {
        let Layout {
            paper,
            correction,
            page: on_page,
            grid,
            ..
        } = self.layout;
        let mut content = Content::default();
        content.transform(&Affine::scale_non_uniform(
            POINTS * correction[0],
            POINTS * correction[1],
        ));
        content.op(&[], "q");
        // The lines of a drawing on a single page may lie in the margins.
        if *grid != [1, 1] {
            let area = on_page.area;
            content.rect(Point::new(area.x, area.y), area.width, area.height);
            content.op(&[], "W");
            content.op(&[], "n");
        }
        content.transform(&Affine::translate(tile.drawing));
        content.write_with_name("Drawing", "Do");
        content.op(&[], "Q");
        content.write_with_name("Page", "Do");
        let mut bytes = content.finish();
        bytes.extend(furniture::of_tile(self.layout, tile, self.labels));
        let contents = Ref::new(page.get() + 1);
        let size = Point::new(paper[0] * POINTS, paper[1] * POINTS);
        let mut written = pdf.page(page);
        written
            .parent(ids.pages)
            .media_box(rect(Point::ORIGIN, size))
            .contents(contents);
        let mut resources = written.resources();
        let mut forms = resources.x_objects();
        forms.pair(Name(b"Drawing"), ids.drawing);
        forms.pair(Name(b"Page"), ids.common);
        forms.finish();
        resources.finish();
        written.finish();
        let bytes = compress_to_vec_zlib(&bytes, LEVEL);
        pdf.stream(contents, &bytes).filter(Filter::FlateDecode);
    }
}

#[allow(clippy::cast_possible_truncation, reason = "the precision of PDF viewers")]
fn rect(min: Point, max: Point) -> Rect {
    Rect::new(min.x as f32, min.y as f32, max.x as f32, max.y as f32)
}
