"""Judges our boolean operations with shapely (GEOS): `python regions.py PROGRAM PAIRS`.

PROGRAM is the example `regions`, which prints one JSON line for each pair and operation: both operands and the
result as polygons. Curves are flattened to 1e-4, and a curve of the result is flattened at other places than the
operand it came from, so areas may differ by that much along the outline, and so may the shapes.
"""

import json
import subprocess
import sys
from collections import Counter

import shapely
from shapely.geometry import MultiPolygon, Polygon

FLAT = 1e-4
OPERATIONS = {
    "union": shapely.union,
    "intersect": shapely.intersection,
    "difference": shapely.difference,
    "xor": shapely.symmetric_difference,
}


def region(rings):
    """The polygons of rings by the even-odd rule."""
    area = MultiPolygon()
    for ring in sorted((Polygon(ring) for ring in rings if len(ring) > 2), key=lambda ring: -ring.area):
        area = shapely.symmetric_difference(area, shapely.make_valid(ring))
    return area


def judge(line):
    """What is wrong with one line, or None."""
    if line["error"]:
        return line["error"]
    a, b, ours = region(line["a"]), region(line["b"]), region(line["result"])
    theirs = OPERATIONS[line["op"]](a, b)
    slack = 3 * FLAT * (a.length + b.length)
    apart = shapely.symmetric_difference(ours, theirs).area
    if apart > slack:
        return f"the shapes differ by an area of {apart:g}, allowed {slack:g}"
    if abs(line["area"] - theirs.area) > slack:
        return f"area {line['area']:g}, shapely has {theirs.area:g}"
    return None


def main():
    program, pairs = sys.argv[1], sys.argv[2]
    dump = subprocess.Popen([program, pairs], stdout=subprocess.PIPE, text=True)
    kinds, failed = Counter(), 0
    for text in dump.stdout:
        line = json.loads(text)
        kinds[line["kind"]] += 1
        problem = judge(line)
        if problem:
            failed += 1
            print(f"pair {line['pair']} ({line['kind']}), {line['op']}: {problem}", file=sys.stderr)
    total = sum(kinds.values())
    if dump.wait() != 0 or total != 8 * int(pairs):
        sys.exit(f"{program} ended early: {total} of {8 * int(pairs)} regions")
    print(f"shapely {shapely.__version__}: {total - failed} of {total} regions agree")
    sys.exit(1 if failed else 0)


main()
