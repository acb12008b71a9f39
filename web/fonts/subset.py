"""Generates latin.ttf and hangul.ttf, the two fonts of the app, as subsets of a source font. Run by `cargo xtask fonts`.

    subset.py SOURCE.ttf FOLDER

Many glyphs of the source font have contours that overlap. The app fills all outlines by the even-odd rule, which would turn
each overlap into a hole. Therefore this script removes the overlaps and then checks every glyph.
"""

import sys
from pathlib import Path

import pathops
from fontTools import subset
from fontTools.pens.areaPen import AreaPen
from fontTools.pens.reverseContourPen import ReverseContourPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from fontTools.ttLib.removeOverlaps import removeOverlaps

# Modification date in the font files: 2026-01-01, in seconds since 1904. A fixed date makes the output reproducible.
MODIFIED = 3_850_070_400


def span(first, last):
    return {chr(code) for code in range(first, last + 1)}


# Characters of latin.ttf, which is built into the app: ASCII, Latin-1, Latin Extended-A, Greek letters, and symbols that
# drawings use.
LATIN = (
    span(0x20, 0x7E) | span(0xA0, 0x17F) | span(0x391, 0x3C9)
    | set("‐‑‒–—―‘’‚“”„†‡•…‰′″‹›⁴₩€℃℉№™Ω←↑→↓↔↕↖↗↘↙∅∆−√∞∟∠∥≈≠≤≥⊥□■△▲▽▼○●◎◇◆")
)

# Characters of hangul.ttf, which is loaded on demand: the 2,350 syllables of KS X 1001, decoded from its code table, single
# letters, circled numbers, and the punctuation and unit symbols of Korean text.
KS_X_1001 = {bytes([row, cell]).decode("euc_kr") for row in range(0xB0, 0xC9) for cell in range(0xA1, 0xFF)}
HANGUL = (
    KS_X_1001 | span(0x3131, 0x318E) | span(0x2460, 0x2473)
    | set("　、。〃〈〉《》「」『』【】〔〕·※㎛㎜㎝㎞㎟㎠㎡㎢㎣㎤㎥㎦㎎㎏㏄㎖㎗㎧㎨㎐㎑㎒㎩㎪㎫㎸㎾㏊")
) - LATIN


def make(source, characters, features):
    options = subset.Options()
    options.layout_features = features
    options.hinting = False
    options.notdef_outline = True
    options.name_IDs = [0, 1, 2, 3, 5, 6, 13, 14]
    options.drop_tables += ["GSUB", "BASE", "STAT", "vhea", "vmtx", "VORG", "DSIG", "gasp", "prep"]
    if not features:
        options.drop_tables += ["GPOS", "GDEF"]
    font = TTFont(source, recalcTimestamp=False)
    subsetter = subset.Subsetter(options)
    subsetter.populate(text="".join(characters))
    subsetter.subset(font)
    expected = {name: area(font, name, pathops.FillType.WINDING) for name in font.getGlyphOrder()}
    removeOverlaps(font, removeHinting=True)
    turn_around(font)
    font["head"].modified = MODIFIED
    check(font, expected)
    return font


def area(font, name, rule):
    path = pathops.Path()
    glyphs = font.getGlyphSet()
    glyphs[name].draw(path.getPen(glyphSet=glyphs))
    path.fillType = rule
    path.simplify(fix_winding=True)
    return abs(path.area)


def signed_area(font, name):
    """Returns the area of a glyph, negative if outer outlines run clockwise, as TrueType requires."""
    pen = AreaPen(font.getGlyphSet())
    font.getGlyphSet()[name].draw(pen)
    return pen.value


def turn_around(font):
    """Reverses glyphs whose outer outlines run counterclockwise. The source font has a few of them."""
    for name in font.getGlyphOrder():
        if signed_area(font, name) > 0:
            pen = TTGlyphPen(None)
            font.getGlyphSet()[name].draw(ReverseContourPen(pen))
            font["glyf"][name] = pen.glyph()


def check(font, expected):
    """Exits with an error unless each glyph has the area of its source by both fill rules, nonzero and even-odd.

    The tolerance covers the rounding of coordinates to font units.
    """
    for name, before in expected.items():
        if font["glyf"][name].isComposite():
            sys.exit(f"glyph {name} is composed of others, which the program does not read")
        if abs(signed_area(font, name) + area(font, name, pathops.FillType.EVEN_ODD)) > 1:
            sys.exit(f"glyph {name}: some outlines run the wrong way around")
        for rule in (pathops.FillType.WINDING, pathops.FillType.EVEN_ODD):
            after = area(font, name, rule)
            if abs(after - before) > 0.02 * before + 300:
                sys.exit(f"glyph {name}: its area was {before:.0f}, without overlaps it is {after:.0f}")


def main():
    source, folder = sys.argv[1], Path(sys.argv[2])
    if len(KS_X_1001) != 2350:
        sys.exit(f"KS X 1001 has 2,350 syllables, not {len(KS_X_1001)}")
    for name, characters, features in [("latin.ttf", LATIN, ["kern"]), ("hangul.ttf", HANGUL, [])]:
        font = make(source, characters, features)
        has = font.getBestCmap()
        lacking = "".join(sorted(c for c in characters if ord(c) not in has))
        font.save(folder / name)
        size = (folder / name).stat().st_size
        print(f"{name}: {len(has)} characters, {size} bytes; not in the source font: {lacking or 'none'}")


main()
