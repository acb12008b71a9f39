"""Compares extents of imported DXF files with those of ezdxf.

Arguments: the program `imports` and folders with DXF files, which are read in place. Texts, dimensions, and leaders are
left out. A file agrees if the extents are equal within 1e-6 of their size; a file that differs, is refused, or cannot
be read by ezdxf needs a reason. Prints the share of each outcome; fails if a file has no reason, panics, or hangs,
or if too few files agree.
"""

import io
import json
import logging
import pathlib
import re
import subprocess
import sys
from collections import Counter

import ezdxf
from ezdxf import disassemble, path, recover
from ezdxf.math import BoundingBox

TOLERANCE = 1e-6
# Least share of equal files: a reader that reported every file as changed would fail.
LEAST_EQUAL = 0.98
# Largest distance of a chord from its arc, as a part of the radius: a tenth of the tolerance.
FLATNESS = 1e-7
# Time for all files of a run, in seconds.
TIMEOUT = 600
TEXTS = {"TEXT", "MTEXT", "ATTRIB", "ATTDEF", "DIMENSION", "LEADER", "MULTILEADER", "MLEADER", "TOLERANCE", "ACAD_TABLE"}
# Files with parts that ezdxf does not measure.
UNMEASURED = {
    "acad_table_with_blk_ref.dxf": "ezdxf leaves out tables",
    "mtext_framed_columns.dxf": "ezdxf leaves out the frames of texts",
    "mtext_text_frame.dxf": "ezdxf leaves out the frames of texts",
}
# Kinds in the report that do not change the compared extents.
HARMLESS = TEXTS | {"BLOCK", "unit", "$DWGCODEPAGE", "XLINE", "RAY", "VIEWPORT"}
# Entities that ezdxf does not measure in the plane either.
IGNORED = TEXTS | {"XLINE", "RAY", "VIEWPORT", "IMAGE", "WIPEOUT"}


def leaves(entities, depth=0):
    for entity in entities:
        kind = entity.dxftype()
        if kind in IGNORED or entity.dxf.get("invisible", 0) or depth > 24:
            continue
        if kind == "INSERT":
            inserts = entity.multi_insert() if entity.mcount > 1 else [entity]
            for insert in inserts:
                yield from leaves(insert.virtual_entities(), depth + 1)
        else:
            yield entity


def opened(file):
    content = pathlib.Path(file).read_bytes()
    # ezdxf reads the number before a decimal comma.
    with_points = re.sub(rb"(?m)^([ \t]*-?\d+),(\d+[ \t]*\r?)$", rb"\1.\2", content)
    if with_points != content:
        return recover.read(io.BytesIO(with_points))[0]
    try:
        return ezdxf.readfile(file)
    except (ezdxf.DXFError, UnicodeDecodeError, ValueError):
        return recover.readfile(file)[0]


def points(entity):
    """Returns points whose extents are those of an entity. The arcs of ezdxf's paths are only approximate."""
    kind = entity.dxftype()
    if kind in {"ARC", "CIRCLE"}:
        yield from entity.flattening(max(abs(entity.dxf.radius), 1e-9) * FLATNESS)
    elif kind == "ELLIPSE":
        yield from entity.flattening(max(entity.dxf.major_axis.magnitude, 1e-9) * FLATNESS)
    elif kind == "SPLINE" and entity.control_point_count():
        yield from entity.construction_tool().flattening(1e-8, 16)
    elif kind == "POINT":
        yield entity.dxf.location
    elif kind in {"LWPOLYLINE", "POLYLINE"} and getattr(entity, "has_arc", False) and not entity.has_width:
        for part in entity.virtual_entities():
            yield from points(part)
    else:
        for primitive in disassemble.to_primitives([entity]):
            if primitive.path is None:
                yield from primitive.vertices()
            elif len(primitive.path):
                box = path.precise_bbox(primitive.path)
                yield from (box.extmin, box.extmax)
            else:
                yield from primitive.path.control_vertices()


def extents(file):
    document = opened(file)
    box = BoundingBox()
    for entity in leaves(document.modelspace()):
        box.extend(points(entity))
    if not box.has_data:
        return None
    return [box.extmin.x, box.extmin.y, box.extmax.x, box.extmax.y]


def equal(a, b):
    if a is None or b is None:
        return a is b
    size = max([abs(number) for number in b] + [1e-9])
    return all(abs(x - y) <= TOLERANCE * size for x, y in zip(a, b))


def judge(result):
    """Returns the outcome of a file, and the reason or the difference."""
    if result["outcome"] == "panic":
        return "wrong", "panic"
    if result["outcome"] != "read":
        return result["outcome"], result.get("reason", "")
    try:
        wanted = extents(result["file"])
    except Exception as error:  # ezdxf has many kinds of errors
        return "ezdxf fails", f"{type(error).__name__}: {error}"[:100]
    if equal(result["extent"], wanted):
        return "equal", ""
    unmeasured = UNMEASURED.get(pathlib.Path(result["file"]).name)
    if unmeasured:
        return "reported", unmeasured
    reasons = [entry for entry in result["report"] if entry[0] not in HARMLESS]
    if result["question"] == "size":
        reasons.append(["file", 1, "the first 10,000 entities only"])
    if reasons:
        return "reported", "; ".join(f"{kind}: {reason}" for kind, _, reason in reasons)[:160]
    return "wrong", f"{result['extent']} instead of {wanted}"


def main():
    # ezdxf logs every number that it repairs.
    logging.disable(logging.CRITICAL)
    program, *folders = sys.argv[1:]
    files = sorted(
        str(file)
        for folder in folders
        for file in pathlib.Path(folder).rglob("*")
        if file.suffix.lower() == ".dxf"
    )
    run = subprocess.run(
        [program], input="\n".join(files), capture_output=True, text=True, timeout=TIMEOUT, check=False
    )
    results = [json.loads(line) for line in run.stdout.splitlines()]
    if len(results) != len(files):
        sys.exit(f"the program stopped at {files[len(results)]}: {run.stderr[-500:]}")
    outcomes, questions = Counter(), Counter()
    for result in results:
        outcome, reason = judge(result)
        outcomes[outcome] += 1
        questions[result.get("question") or "none"] += 1
        if outcome != "equal":
            print(f"{outcome}: {result['file']}: {reason}")
    slowest = max(results, key=lambda result: result["milliseconds"])
    print(f"{len(results)} files; slowest: {slowest['file']}, {slowest['milliseconds']:.0f} ms")
    print("questions:", ", ".join(f"{name} {count}" for name, count in questions.most_common()))
    for outcome, count in outcomes.most_common():
        print(f"{outcome}: {count} ({100 * count / len(results):.1f} %)")
    if outcomes["wrong"] or not results:
        sys.exit("files differ without a reason, or there are none")
    if outcomes["equal"] < LEAST_EQUAL * len(results):
        sys.exit(f"too few files are equal: expected {100 * LEAST_EQUAL:.0f} %")


if __name__ == "__main__":
    main()
