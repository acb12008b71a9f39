//! One font file: characters to glyphs, glyphs to outlines, widths, kerning.
//!
//! Outlines are made when a glyph is first asked for and kept; any number of threads may ask. A glyph that cannot be
//! read is empty: fonts from outside are checked as a whole before they are used ([`Font::check`]).

use crate::geometry::{Path, Point, Seg};
use read_fonts::tables::glyf::{CurvePoint, Glyph as Outline, SimpleGlyph};
use read_fonts::tables::gpos::{Gpos, PairPos, PositionSubtables};
use read_fonts::tables::layout::CoverageTable;
use read_fonts::types::{BigEndian, GlyphId, GlyphId16};
use read_fonts::{FontRef, TableProvider};
use std::sync::OnceLock;

/// A glyph of one font.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Glyph(u16);

impl Glyph {
    /// The box for a character that the font does not have.
    pub(super) const MISSING: Glyph = Glyph(0);
}

/// A font.
pub(super) struct Font<'a> {
    tables: FontRef<'a>,
    /// Cap heights a font unit.
    unit: f64,
    advances: Vec<u16>,
    outlines: Vec<OnceLock<Vec<Path>>>,
    kerning: Vec<(CoverageTable<'a>, PairPos<'a>)>,
    descent: OnceLock<f64>,
}

impl<'a> Font<'a> {
    /// Reads a TrueType font; its glyphs are read when they are asked for.
    ///
    /// # Errors
    /// Says what is wrong with the bytes.
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
            kerning: tables.gpos().map(|gpos| kerning(&gpos)).unwrap_or_default(),
            descent: OnceLock::new(),
            tables,
        })
    }

    /// Reads every glyph.
    ///
    /// # Errors
    /// Names the first glyph that cannot be read.
    pub(super) fn check(&self) -> Result<(), String> {
        (0..=u16::MAX).take(self.advances.len()).try_for_each(|glyph| {
            let read = self.contours(Glyph(glyph));
            read.map(drop).map_err(|why| format!("glyph {glyph}: {why}"))
        })
    }

    /// Cap heights a font unit.
    pub(super) fn unit(&self) -> f64 {
        self.unit
    }

    /// How far descenders reach below the baseline, in cap heights.
    pub(super) fn descent(&self) -> f64 {
        *self.descent.get_or_init(|| {
            let deepest = self.find('g').and_then(|g| Path::bounds_of(self.outlines(g)));
            deepest.map_or(0.0, |bounds| -bounds.min.y * self.unit)
        })
    }

    /// The glyph of a character.
    pub(super) fn find(&self, c: char) -> Option<Glyph> {
        let glyph = self.tables.cmap().ok()?.map_codepoint(c)?.to_u32();
        let glyph = u16::try_from(glyph).ok()?;
        (glyph != 0 && usize::from(glyph) < self.advances.len()).then_some(Glyph(glyph))
    }

    /// How far the next glyph is, in font units.
    pub(super) fn advance(&self, glyph: Glyph) -> f64 {
        self.advances
            .get(usize::from(glyph.0))
            .copied()
            .map_or(0.0, f64::from)
    }

    /// What is added to the distance between two glyphs, in font units.
    pub(super) fn kern(&self, left: Glyph, right: Glyph) -> f64 {
        let (left, right) = (GlyphId16::new(left.0), GlyphId16::new(right.0));
        let covering = self
            .kerning
            .iter()
            .filter_map(|(coverage, pairs)| Some((coverage.get(left)?, pairs)));
        // The first subtable that covers both decides, also when it says nothing.
        for (index, pairs) in covering {
            if let Some(by) = adjustment(pairs, index, left, right) {
                return f64::from(by);
            }
        }
        0.0
    }

    /// Closed outlines in font units: outer ones counter-clockwise, holes clockwise.
    pub(super) fn outlines(&self, glyph: Glyph) -> &[Path] {
        match self.outlines.get(usize::from(glyph.0)) {
            Some(kept) => kept.get_or_init(|| self.contours(glyph).unwrap_or_default()),
            None => &[],
        }
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

/// TrueType contours as paths; TrueType runs clockwise around what is filled, so each is turned around.
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

/// The pieces between the points of a contour. Between two control points there is an implied point on the curve.
fn segments(contour: &[CurvePoint]) -> Vec<Seg> {
    let at = |p: &CurvePoint| Point::new(f64::from(p.x), f64::from(p.y));
    let Some(first) = contour.first() else {
        return Vec::new();
    };
    // Begin on the curve.
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

/// The pair tables that the font's kerning feature names, each with the glyphs it is about.
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
