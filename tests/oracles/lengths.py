"""Computes tests/oracles/lengths.json: lengths of SVG paths, and points along the paths, with 40 digits.

usage: node lengths-paths.mjs | python3 lengths.py > lengths.json        (needs the package mpmath)

Standard input is a JSON list of paths, and each path is a list of [letter, numbers as text]. The numbers are read as exact
decimals, and the curves are integrated with mpmath.
"""

import json
import sys

from mpmath import atan2, cos, hypot, mp, mpf, nstr, pi, quad, sin, sqrt

mp.dps = 40
PARTS = [mpf(1) / 10, mpf(1) / 2, mpf(9) / 10]


def bezier(points):
    n = len(points) - 1
    steps = [((q[0] - p[0]) * n, (q[1] - p[1]) * n) for p, q in zip(points, points[1:])]

    def at(row, t):
        while len(row) > 1:
            row = [(p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])) for p, q in zip(row, row[1:])]
        return row[0]

    return (lambda t: at(points, t)), (lambda t: hypot(*at(steps, t)))


def arc(start, rx, ry, degrees, large, sweep, end):
    turn = degrees * pi / 180
    c, s = cos(turn), sin(turn)
    hx, hy = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    x, y = c * hx + s * hy, c * hy - s * hx
    excess = (x / rx) ** 2 + (y / ry) ** 2
    factor = mpf(0)
    if excess > 1:
        rx, ry = rx * sqrt(excess), ry * sqrt(excess)
    else:
        factor = sqrt((1 - excess) / excess) * (-1 if large == sweep else 1)
    ix, iy = factor * rx * y / ry, -factor * ry * x / rx
    cx = c * ix - s * iy + (start[0] + end[0]) / 2
    cy = s * ix + c * iy + (start[1] + end[1]) / 2
    begin = atan2((y - iy) / ry, (x - ix) / rx)
    span = atan2((-y - iy) / ry, (-x - ix) / rx) - begin
    if sweep and span < 0:
        span += 2 * pi
    if not sweep and span > 0:
        span -= 2 * pi

    def at(t):
        u, v = rx * cos(begin + t * span), ry * sin(begin + t * span)
        return cx + c * u - s * v, cy + s * u + c * v

    return at, lambda t: abs(span) * hypot(rx * sin(begin + t * span), ry * cos(begin + t * span))


def pieces(commands):
    out, at, start, control, before = [], (mpf(0), mpf(0)), (mpf(0), mpf(0)), None, ""
    for letter, numbers in commands:
        kind = letter.upper()
        bx, by = (mpf(0), mpf(0)) if letter == kind else at
        v = [mpf(n) for n in numbers]
        points = [] if kind in "HVA" else [(bx + v[i], by + v[i + 1]) for i in range(0, len(v), 2)]
        mirror = (2 * at[0] - control[0], 2 * at[1] - control[1]) if control else at
        to = points[-1] if points else None
        if kind == "M":
            start = to
        elif kind in "LHVZ":
            to = {"L": to, "H": (bx + v[0], at[1]) if kind == "H" else 0, "V": (at[0], by + v[0]) if kind == "V" else 0, "Z": start}[kind]
            out.append(bezier([at, to]))
        elif kind == "A":
            to = (bx + v[5], by + v[6])
            out.append(arc(at, v[0], v[1], v[2], v[3] != 0, v[4] != 0, to))
        else:
            if kind == "S":
                points.insert(0, mirror if before in "CS" else at)
            if kind == "T":
                points.insert(0, mirror if before in "QT" else at)
            out.append(bezier([at, *points]))
            control = points[-2]
        at, before = to, kind
    return out


def slow(speed, known={}):
    """Returns the parameters at which the speed has a local minimum, each with a sequence of parameters that converges to it.

    A segment may have a cusp at such a parameter, where quadrature converges slowly. A constant speed has no minimum.
    """
    if speed not in known:
        count = 256
        speeds = [speed(mpf(i) / count) for i in range(count + 1)]
        found = set()
        if max(speeds) - min(speeds) < mpf(10) ** -30 * max(speeds):
            speeds = []
        for i in range(1, len(speeds) - 1):
            if speeds[i] > speeds[i - 1] or speeds[i] > speeds[i + 1]:
                continue
            low, high = mpf(i - 1) / count, mpf(i + 1) / count
            for _ in range(160):
                a, b = low + (high - low) / 3, high - (high - low) / 3
                low, high = (low, b) if speed(a) < speed(b) else (a, high)
            t = (low + high) / 2
            found |= {t} | {t + sign * mpf(4) ** -k for sign in (-1, 1) for k in range(1, 9)}
        known[speed] = sorted(found)
    return known[speed]


def span_length(speed, a, b):
    """Returns the length between two parameters. Each interval between minima of the speed is integrated separately."""
    breaks = {a, b} | {a + (b - a) * i / 4 for i in range(1, 4)} | {t for t in slow(speed) if a < t < b}
    return quad(speed, sorted(breaks))


def measured(commands):
    chain = pieces(commands)
    lengths = [span_length(speed, mpf(0), mpf(1)) for _, speed in chain]
    total = sum(lengths)
    points = []
    for part in PARTS:
        rest, i = part * total, 0
        while i < len(chain) - 1 and rest > lengths[i]:
            rest -= lengths[i]
            i += 1
        at, speed = chain[i]
        t = rest / lengths[i]
        done, low, high = span_length(speed, mpf(0), t), mpf(0), mpf(1)
        for _ in range(120):
            off = rest - done
            if abs(off) < mpf(10) ** -28 * total:
                break
            low, high = (t, high) if off > 0 else (low, t)
            step = t + off / speed(t)
            step = step if low < step < high else (low + high) / 2
            done += span_length(speed, t, step) if step > t else -span_length(speed, step, t)
            t = step
        points.append([nstr(x, 30) for x in at(t)])
    return {"path": commands, "length": nstr(total, 30), "at": points}


rows = [measured(commands) for commands in json.load(sys.stdin)]
print("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]")
