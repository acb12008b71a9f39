//! Font files: character lookup, glyph outlines, advance widths and kerning.
//!
//! Outlines, glyphs of Latin characters, and kerning are read on first use and cached; a font can be shared between threads. An unreadable
//! glyph is empty; external fonts are checked completely before use ([`Font::check`]).

use read_fonts::tables::glyf::{CurvePoint, Glyph as Outline, SimpleGlyph};
use read_fonts::tables::gpos::{Gpos, PairPos, PositionSubtables};
use read_fonts::tables::layout::CoverageTable;
use read_fonts::types::{BigEndian, GlyphId, GlyphId16};
use read_fonts::{FontRef, TableProvider};
use std::sync::OnceLock;
use trammel_kernel::{Bounds, Path, Point, Seg};

/// Index of a glyph in one font.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Glyph(u16);

impl Glyph {
    /// Glyph for a missing character (a box).
    pub(super) const MISSING: Glyph = Glyph(0);
}

/// Number of the first characters whose glyphs are cached: Latin, Greek, and Cyrillic letters.
const CACHED_CHARS: usize = 0x500;

/// Most glyphs of a font whose kerning is cached, because the cache has a number for each pair.
const MOST_KERNED: usize = 1_000;

/// A TrueType font.
pub(super) struct Font<'a> {
    tables: FontRef<'a>,
    /// Cap heights per font unit.
    unit: f64,
    advances: Vec<u16>,
    outlines: Vec<OnceLock<Outlines>>,
    /// Glyphs of the first characters.
    glyphs: Vec<OnceLock<Option<Glyph>>>,
    /// Kerning adjustments by the left glyph and the right glyph; empty for a font with more than [`MOST_KERNED`] glyphs.
    kerns: Vec<OnceLock<Box<[i16]>>>,
    kerning: Vec<(CoverageTable<'a>, PairPos<'a>)>,
    descent: OnceLock<f64>,
}

/// Outlines of a glyph in font units.
#[derive(Default)]
struct Outlines {
    paths: Vec<Path>,
    bounds: Option<Bounds>,
}

impl<'a> Font<'a> {
    /// Reads a TrueType font; the glyph outlines are read on first use.
    ///
    /// # Errors
    /// Returns a description of the problem if the bytes are not a usable TrueType font.
    pub(super) fn read(bytes: &'a [u8]) -> Result<Font<'a>, String> {
        let said = |what: &'static str| move |e: read_fonts::ReadError| format!("{what}: {e}");
        let tables = FontRef::new(bytes).map_err(said("not a font"))?;
        let count = tables.maxp().map_err(said("maxp"))?.num_glyphs();
        let widths = tables.hmtx().map_err(said("hmtx"))?;
        let advances = (0..count)
            .map(|glyph| widths.advance(GlyphId::from(glyph)))
            .collect::<Option<Vec<u16>>>()
            .ok_or("hmtx: widths are missing")?;
        let cap_height = tables.os2().map_err(said("OS/2"))?.s_cap_height().unwrap_or(0);
        if cap_height <= 0 || count == 0 {
            return Err("it has no glyphs or no capitals' height".to_owned());
        }
        tables.cmap().map_err(said("cmap"))?;
        Ok(Font {
            unit: 1.0 / f64::from(cap_height),
            advances,
            outlines: (0..count).map(|_| OnceLock::new()).collect(),
            glyphs: (0..CACHED_CHARS).map(|_| OnceLock::new()).collect(),
            kerns: (0..usize::from(count))
                .take_while(|_| usize::from(count) <= MOST_KERNED)
                .map(|_| OnceLock::new())
                .collect(),
            kerning: tables.gpos().map(|gpos| kerning(&gpos)).unwrap_or_default(),
            descent: OnceLock::new(),
            tables,
        })
    }

    /// Checks that every glyph can be read.
    ///
    /// # Errors
    /// Returns the number of the first unreadable glyph and the reason.
    pub(super) fn check(&self) -> Result<(), String> {
        (0..=u16::MAX).take(self.advances.len()).try_for_each(|glyph| {
            let read = self.contours(Glyph(glyph));
            read.map(drop).map_err(|why| format!("glyph {glyph}: {why}"))
        })
    }

    /// Returns the number of cap heights per font unit.
    pub(super) fn unit(&self) -> f64 {
        self.unit
    }

    /// Returns the depth of descenders below the baseline, in cap heights, as measured on the letter g.
    pub(super) fn descent(&self) -> f64 {
        *self.descent.get_or_init(|| {
            let deepest = self.find('g').and_then(|g| self.bounds(g));
            deepest.map_or(0.0, |bounds| -bounds.min.y * self.unit)
        })
    }

    /// Returns the glyph of a character; `None` if the font has none.
    pub(super) fn find(&self, c: char) -> Option<Glyph> {
        match self.glyphs.get(c as usize) {
            Some(kept) => *kept.get_or_init(|| self.read_glyph(c)),
            None => self.read_glyph(c),
        }
    }

    fn read_glyph(&self, c: char) -> Option<Glyph> {
        let glyph = self.tables.cmap().ok()?.map_codepoint(c)?.to_u32();
        let glyph = u16::try_from(glyph).ok()?;
        (glyph != 0 && usize::from(glyph) < self.advances.len()).then_some(Glyph(glyph))
    }

    /// Returns the advance width of a glyph, in font units.
    pub(super) fn advance(&self, glyph: Glyph) -> f64 {
        self.advances
            .get(usize::from(glyph.0))
            .copied()
            .map_or(0.0, f64::from)
    }

    /// Returns the kerning adjustment between two glyphs, in font units.
    pub(super) fn kern(&self, left: Glyph, right: Glyph) -> f64 {
        let Some(kept) = self.kerns.get(usize::from(left.0)) else {
            return f64::from(self.read_kern(left.0, right.0));
        };
        let row = kept.get_or_init(|| {
            let all = (0..u16::MAX).take(self.kerns.len());
            all.map(|right| self.read_kern(left.0, right)).collect()
        });
        row.get(usize::from(right.0)).copied().map_or(0.0, f64::from)
    }

    fn read_kern(&self, left: u16, right: u16) -> i16 {
        let (left, right) = (GlyphId16::new(left), GlyphId16::new(right));
        let covering = self
            .kerning
            .iter()
            .filter_map(|(coverage, pairs)| Some((coverage.get(left)?, pairs)));
        // The first subtable with an entry for the pair determines the adjustment, even if the entry is 0.
        for (index, pairs) in covering {
            if let Some(by) = adjustment(pairs, index, left, right) {
                return by;
            }
        }
        0
    }

    /// Returns the closed outlines in font units: outer outlines counterclockwise, holes clockwise.
    pub(super) fn outlines(&self, glyph: Glyph) -> &[Path] {
        self.cached_outlines(glyph)
            .map_or(&[], |outlines| &outlines.paths)
    }

    /// Returns the exact bounding box of the outlines in font units; `None` for a glyph without ink.
    pub(super) fn bounds(&self, glyph: Glyph) -> Option<Bounds> {
        self.cached_outlines(glyph)?.bounds
    }

    fn cached_outlines(&self, glyph: Glyph) -> Option<&Outlines> {
        let place = self.outlines.get(usize::from(glyph.0))?;
        Some(place.get_or_init(|| {
            let paths = self.contours(glyph).unwrap_or_default();
            let bounds = Path::bounds_of(&paths);
            Outlines { paths, bounds }
        }))
    }

    fn contours(&self, glyph: Glyph) -> Result<Vec<Path>, String> {
        let said = |e: read_fonts::ReadError| e.to_string();
        let (loca, glyf) = (
            self.tables.loca(None).map_err(said)?,
            self.tables.glyf().map_err(said)?,
        );
        match loca.get_glyf(GlyphId::from(glyph.0), &glyf).map_err(said)? {
            None => Ok(Vec::new()),
            Some(Outline::Simple(outline)) => contours(&outline),
            Some(Outline::Composite(_)) => Err("it is composed of others, which is not read here".to_owned()),
        }
    }
}

/// Converts TrueType contours to paths. TrueType outer contours run clockwise, so each contour is reversed.
fn contours(outline: &SimpleGlyph<'_>) -> Result<Vec<Path>, String> {
    let points: Vec<CurvePoint> = outline.points().collect();
    let mut start = 0;
    let mut paths = Vec::new();
    for end in outline.end_pts_of_contours() {
        let end = usize::from(end.get()) + 1;
        let contour = points
            .get(start..end)
            .ok_or("its contours end beyond its points")?;
        start = end;
        let segs = segments(contour);
        if !segs.is_empty() {
            paths.push(Path::new(segs, true).reversed());
        }
    }
    Ok(paths)
}

/// Returns the segments between the points of a contour. The midpoint of two consecutive control points is an
/// implied point on the curve.
fn segments(contour: &[CurvePoint]) -> Vec<Seg> {
    let at = |p: &CurvePoint| Point::new(f64::from(p.x), f64::from(p.y));
    let Some(first) = contour.first() else {
        return Vec::new();
    };
    // Start at a point on the curve.
    let turn = contour.iter().position(|p| p.on_curve);
    let (start, order): (Point, Vec<&CurvePoint>) = match turn {
        Some(turn) => (
            at(&contour[turn]),
            contour[turn + 1..].iter().chain(&contour[..=turn]).collect(),
        ),
        None => {
            let last = contour.last().map_or(at(first), at);
            (at(first).midpoint(last), contour.iter().collect())
        }
    };
    let mut segs = Vec::new();
    let mut from = start;
    let mut control: Option<Point> = None;
    let mut go = |control: Option<Point>, to: Point| {
        match control {
            Some(control) => segs.push(Seg::quadratic(from, control, to)),
            None if from != to => segs.push(Seg::line(from, to)),
            None => {}
        }
        from = to;
    };
    for point in order {
        let here = at(point);
        if point.on_curve {
            go(control.take(), here);
        } else {
            if let Some(control) = control {
                go(Some(control), control.midpoint(here));
            }
            control = Some(here);
        }
    }
    if let Some(control) = control {
        go(Some(control), start);
    }
    segs
}

/// Returns the pair tables of the font's kerning feature, each with the glyphs it covers.
fn kerning<'a>(gpos: &Gpos<'a>) -> Vec<(CoverageTable<'a>, PairPos<'a>)> {
    let (Ok(features), Ok(lookups)) = (gpos.feature_list(), gpos.lookup_list()) else {
        return Vec::new();
    };
    let mut indices: Vec<u16> = features
        .feature_records()
        .iter()
        .filter(|record| record.feature_tag() == read_fonts::types::Tag::new(b"kern"))
        .filter_map(|record| record.feature(features.offset_data()).ok())
        .flat_map(|feature| {
            let indices = feature.lookup_list_indices().iter();
            indices.map(BigEndian::get)
        })
        .collect();
    indices.sort_unstable();
    indices.dedup();
    let mut found = Vec::new();
    for index in indices {
        let lookup = lookups.lookups().get(usize::from(index));
        if let Ok(PositionSubtables::Pair(tables)) = lookup.and_then(|lookup| lookup.subtables()) {
            for pairs in tables.iter().flatten() {
                let coverage = match &pairs {
                    PairPos::Format1(table) => table.coverage(),
                    PairPos::Format2(table) => table.coverage(),
                    _ => continue,
                };
                found.extend(coverage.map(|coverage| (coverage, pairs)));
            }
        }
    }
    found
}

fn adjustment(pairs: &PairPos<'_>, index: u32, left: GlyphId16, right: GlyphId16) -> Option<i16> {
    match pairs {
        PairPos::Format1(table) => {
            let set = table.pair_sets().get(usize::try_from(index).ok()?).ok()?;
            let record = set.find_pair_value_record(right)?;
            Some(record.value_record1().x_advance().unwrap_or(0))
        }
        PairPos::Format2(table) => {
            let (first, second) = (
                table.class_def1().ok()?.get(left),
                table.class_def2().ok()?.get(right),
            );
            let [value, _] = table.value_record_refs(first.try_into().ok()?, second.try_into().ok()?)?;
            Some(value.x_advance().unwrap_or(0))
        }
        _ => None,
    }
}
