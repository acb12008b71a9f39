"""Compares our boolean operations with shapely (GEOS): `python regions.py PROGRAM PAIRS`.

PROGRAM is the built example `regions`, which prints one line of JSON for each pair: both operands and the result of each
operation as polygons. Curves are flattened with a tolerance of 1e-4. A curve of the result has other vertices than the
same curve of an operand, so areas and shapes may differ by a small multiple of the tolerance along the outline.
"""

import json
import subprocess
import sys
from collections import Counter

import shapely
from shapely.geometry import MultiPolygon

FLAT = 1e-4
OPERATIONS = {
    "union": shapely.union,
    "intersect": shapely.intersection,
    "difference": shapely.difference,
    "xor": shapely.symmetric_difference,
}


def region(rings):
    """Returns the area that the rings enclose by the even-odd rule, as polygons."""
    area = MultiPolygon()
    for ring in sorted((shapely.polygons(ring) for ring in rings if len(ring) > 2), key=lambda ring: -ring.area):
        area = shapely.symmetric_difference(area, shapely.make_valid(ring))
    return area


def judge(a, b, slack, result):
    """Returns the error in the result of an operation on two areas, or None if shapely agrees with it."""
    if result["error"]:
        return result["error"]
    ours, theirs = region(result["region"]), OPERATIONS[result["op"]](a, b)
    apart = shapely.symmetric_difference(ours, theirs).area
    if apart > slack:
        return f"the shapes differ by an area of {apart:g}, allowed {slack:g}"
    if abs(result["area"] - theirs.area) > slack:
        return f"area {result['area']:g}, shapely has {theirs.area:g}"
    return None


def main():
    program, pairs = sys.argv[1], sys.argv[2]
    dump = subprocess.Popen([program, pairs], stdout=subprocess.PIPE, text=True)
    kinds, failed = Counter(), 0
    for text in dump.stdout:
        line = json.loads(text)
        a, b = region(line["a"]), region(line["b"])
        slack = 3 * FLAT * (a.length + b.length)
        for result in line["results"]:
            kinds[line["kind"]] += 1
            problem = judge(a, b, slack, result)
            if problem:
                failed += 1
                print(f"pair {line['pair']} ({line['kind']}), {result['op']}: {problem}", file=sys.stderr)
    total = sum(kinds.values())
    if dump.wait() != 0 or total != 8 * int(pairs):
        sys.exit(f"{program} ended early: {total} of {8 * int(pairs)} regions")
    print(f"shapely {shapely.__version__}: {total - failed} of {total} regions agree")
    sys.exit(1 if failed else 0)


main()
