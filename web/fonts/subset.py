"""Makes latin.ttf and hangul.ttf, the two fonts of the program. Run by `cargo xtask fonts`.

    subset.py SOURCE.ttf FOLDER

The source draws many characters from contours that overlap. The drawing core has one rule for what is inside, even-odd,
which would turn each overlap into a hole. So overlaps are removed here, once, and every glyph is checked afterwards.
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

# The date inside the files; a fixed one makes the result the same each time (2026-01-01, in seconds since 1904).
MODIFIED = 3_850_070_400


def span(first, last):
    return {chr(code) for code in range(first, last + 1)}


# For every user, from the first moment: ASCII, Latin-1, Latin Extended-A, Greek letters, and the signs of drawings.
LATIN = (
    span(0x20, 0x7E) | span(0xA0, 0x17F) | span(0x391, 0x3C9)
    | set("‐‑‒–—―‘’‚“”„†‡•…‰′″‹›⁴₩€℃℉№™Ω←↑→↓↔↕↖↗↘↙∅∆−√∞∟∠∥≈≠≤≥⊥□■△▲▽▼○●◎◇◆")
)

# KS X 1001: its 2,350 syllables by its own table, the letters alone, and what Korean text puts between and after them.
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
    """Negative when the outlines run clockwise around what is filled, as TrueType wants it."""
    pen = AreaPen(font.getGlyphSet())
    font.getGlyphSet()[name].draw(pen)
    return pen.value


def turn_around(font):
    """A few glyphs of the source run the wrong way around."""
    for name in font.getGlyphOrder():
        if signed_area(font, name) > 0:
            pen = TTGlyphPen(None)
            font.getGlyphSet()[name].draw(ReverseContourPen(pen))
            font["glyf"][name] = pen.glyph()


def check(font, expected):
    """Both rules give the area the source had, to what rounding to font units can change."""
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
