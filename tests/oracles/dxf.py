# Compares DXF files with ezdxf: audit, extents, areas, and the structure of an empty file.
#
# usage: python dxf.py FOLDER
#
# For each X.dxf of the folder, X.json has the expected values. Extents are computed from the entities with formulas in
# this file, because the bounding boxes of ezdxf are approximations.
import io
import json
import math
import sys
from collections import Counter
from pathlib import Path

import ezdxf
from ezdxf.math import BSpline, Vec2, bulge_to_arc, cubic_bezier_bbox

# Entities of the geometry whose extents are exact. Texts depend on a font.
CURVES = {"LINE", "CIRCLE", "ARC", "ELLIPSE", "SPLINE", "LWPOLYLINE", "POLYLINE", "POINT"}

# Variables of the header that an empty file of ezdxf has and a file of Trammel does not: times and identifiers, which
# would be wrong, because Trammel has no clock.
NO_VARIABLES = {"$TDCREATE", "$TDUCREATE", "$TDUPDATE", "$TDUUPDATE", "$FINGERPRINTGUID", "$VERSIONGUID"}


def arc_points(center, radius, start, end):
    """Returns the ends of a counterclockwise arc and its extremes along the axes. Angles are in radians."""
    sweep = (end - start) % math.tau or math.tau
    angles = [start, start + sweep]
    first = math.ceil(start / (math.pi / 2) - 1e-12)
    angles += [k * math.pi / 2 for k in range(first, first + 5) if k * math.pi / 2 <= start + sweep]
    return [(center[0] + radius * math.cos(a), center[1] + radius * math.sin(a)) for a in angles]


def ellipse_points(entity):
    """Returns the ends of an elliptic arc and its extremes along the axes."""
    center, major = entity.dxf.center, entity.dxf.major_axis
    # An ellipse of a block can have its extrusion downward, which turns its parameter around.
    ratio = math.copysign(entity.dxf.ratio, entity.dxf.extrusion.z)
    minor = (-major.y * ratio, major.x * ratio)
    start, end = entity.dxf.start_param, entity.dxf.end_param
    sweep = (end - start) % math.tau
    sweep = math.tau if sweep < 1e-12 or math.tau - sweep < 1e-12 else sweep
    params = [start, start + sweep]
    for a, b in ((major.x, minor[0]), (major.y, minor[1])):
        extreme = math.atan2(b, a)
        params += [start + (extreme + k * math.pi - start) % math.tau for k in (0, 1)]
    return [
        (center.x + major.x * math.cos(t) + minor[0] * math.sin(t), center.y + major.y * math.cos(t) + minor[1] * math.sin(t))
        for t in params
        if t <= start + sweep
    ]


def vertices(entity):
    """Returns the points and bulges of a polyline, and whether it is closed."""
    if entity.dxftype() == "LWPOLYLINE":
        return [(x, y, b) for x, y, b in entity.get_points("xyb")], entity.closed
    return [(v.dxf.location.x, v.dxf.location.y, v.dxf.get("bulge", 0)) for v in entity.vertices], entity.is_closed


def polyline_points(entity):
    points, closed = vertices(entity)
    found = [(x, y) for x, y, _ in points]
    for (x0, y0, bulge), (x1, y1, _) in pieces(points, closed):
        if bulge:
            center, start, end, radius = bulge_to_arc((x0, y0), (x1, y1), bulge)
            found += arc_points(center, radius, start, end)[2:]
    return found


def pieces(points, closed):
    return list(zip(points, points[1:] + points[:1])) if closed else list(zip(points, points[1:]))


def drawn(entities):
    """Yields the entities, with those of a block in place of each of its inserts."""
    for entity in entities:
        if entity.dxftype() == "INSERT":
            yield from drawn(entity.virtual_entities())
        else:
            yield entity


def extents(entities):
    points = []
    for entity in entities:
        kind = entity.dxftype()
        if kind == "LINE":
            points += [(entity.dxf.start.x, entity.dxf.start.y), (entity.dxf.end.x, entity.dxf.end.y)]
        elif kind == "POINT":
            points.append((entity.dxf.location.x, entity.dxf.location.y))
        elif kind == "CIRCLE":
            points += arc_points(entity.dxf.center, entity.dxf.radius, 0, 0)
        elif kind == "ARC":
            start, end = math.radians(entity.dxf.start_angle), math.radians(entity.dxf.end_angle)
            points += arc_points(entity.dxf.center, entity.dxf.radius, start, end)
        elif kind == "ELLIPSE":
            points += ellipse_points(entity)
        elif kind in ("LWPOLYLINE", "POLYLINE"):
            points += polyline_points(entity)
        elif kind == "SPLINE":
            spline = BSpline(entity.control_points, order=4, knots=entity.knots)
            for curve in spline.bezier_decomposition():
                box = cubic_bezier_bbox(ezdxf.math.Bezier4P(curve))
                points += [(box.extmin.x, box.extmin.y), (box.extmax.x, box.extmax.y)]
    if not points:
        return None
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return [min(xs), min(ys), max(xs), max(ys)]


def area(entity):
    kind = entity.dxftype()
    if kind == "CIRCLE":
        return math.pi * entity.dxf.radius**2
    if kind == "ELLIPSE":
        whole = abs(entity.dxf.end_param - entity.dxf.start_param - math.tau) < 1e-12
        return math.pi * entity.dxf.major_axis.magnitude ** 2 * entity.dxf.ratio if whole else 0
    if kind not in ("LWPOLYLINE", "POLYLINE"):
        return 0
    points, closed = vertices(entity)
    if not closed:
        return 0
    total, (ox, oy, _) = 0, points[0]
    for (x0, y0, bulge), (x1, y1, _) in pieces(points, closed):
        total += ((x0 - ox) * (y1 - oy) - (x1 - ox) * (y0 - oy)) / 2
        if bulge:
            sweep, chord = 4 * math.atan(bulge), Vec2(x1 - x0, y1 - y0).magnitude
            radius = chord / 2 / math.sin(abs(sweep) / 2)
            segment = radius**2 / 2 * (abs(sweep) - math.sin(abs(sweep)))
            total += math.copysign(segment, bulge)
    return abs(total)


def check(file):
    """Returns the differences between a file and its expected values."""
    expected = json.loads(file.with_suffix(".json").read_text())
    document = ezdxf.readfile(file)
    auditor = document.audit()
    wrong = [f"audit: {error.message}" for error in [*auditor.errors, *auditor.fixes]]
    space = list(document.modelspace())
    counts = dict(Counter(entity.dxftype() for entity in space))
    if "counts" in expected:
        wanted = {kind: n for kind, n in expected["counts"].items() if kind not in ("VERTEX", "SEQEND")}
        if counts != wanted:
            wrong.append(f"entities {counts}, expected {wanted}")
    layer = expected.get("layer")
    curves = [e for e in drawn(space) if e.dxftype() in CURVES and layer in (None, e.dxf.layer.lower())]
    if expected["bounds"]:
        found = extents(curves) or [math.nan] * 4
        size = max(map(abs, expected["bounds"]))
        arcs = document.dxfversion == "AC1009" or "-cut" in file.stem
        # Arcs approximate a curve of kilometers less well.
        slack = 1e-6 + 1e-12 * size + (0.011 + 4e-9 * size if arcs else 0)
        if not all(abs(a - b) <= slack for a, b in zip(found, expected["bounds"])):
            wrong.append(f"extents {found}, expected {expected['bounds']}")
    if "area" in expected:
        found = sum(map(area, curves))
        if abs(found - expected["area"]) > expected["areaSlack"] + 1e-6:
            wrong.append(f"area {found}, expected {expected['area']} +- {expected['areaSlack']}")
    return wrong


def tags(text):
    """Returns the records of a file: type and group codes; the header as variables and group codes."""
    lines = text.splitlines()
    records = []
    for code, value in zip(lines[::2], lines[1::2]):
        code = int(code)
        if code == 0 or (code == 9 and value.startswith("$")):
            records.append((value, []))
        records[-1][1].append(code if code != 2 or records[-1][0] not in ("SECTION", "TABLE") else (code, value))
    return records


def check_scaffold(file):
    """Compares the records of an empty file with those of an empty file of ezdxf."""
    ours = tags(file.read_text())
    stream = io.StringIO()
    ezdxf.new("R12" if "r12" in file.stem else "R2000").write(stream)
    r12 = "r12" in file.stem
    own = {"$HANDLING", "$HANDSEED"} if r12 else set()

    def plain(records):
        # Handles are optional in R12. ezdxf adds records of its own.
        kept = [(kind, [c for c in codes if not (r12 and c in (5, 105))]) for kind, codes in records]
        return Counter(
            (kind, tuple(codes))
            for kind, codes in kept
            if kind not in NO_VARIABLES | own | {"APPID", "DICTIONARYVAR", "DICTIONARY", "BLOCK"}
        )

    missing = plain(tags(stream.getvalue())) - plain(ours)
    surplus = plain(ours) - plain(tags(stream.getvalue()))
    return [f"missing {k}" for k in missing] + [f"surplus {k}" for k in surplus]


def main():
    folder = Path(sys.argv[1])
    files = sorted(folder.glob("*.dxf"))
    failures = 0
    for file in files:
        wrong = check_scaffold(file) if file.stem.startswith("example-blank") else []
        for line in [*wrong, *check(file)]:
            print(f"{file.name}: {line}")
            failures += 1
    print(f"{len(files)} DXF files read by ezdxf, {failures} differences")
    if failures or not files:
        sys.exit(1)


main()
