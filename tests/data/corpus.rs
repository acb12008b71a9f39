// 200 drawings as code, for comparing bytes between machines; included by the native and the browser tests.
//
// Each program consists of calls chosen by a generator with a fixed seed, so the list is the same in every
// build. A call that the drawing refuses is caught and logged, because refusals must also be identical.

/// Number of programs.
pub(crate) const COUNT: u64 = 200;

/// Returns the program with this index.
pub(crate) fn program(index: u64) -> String {
    let mut random = Random(index.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut code =
        String::from("const attempt = f => { try { return f(); } catch (e) { console.log(e.message); } };\n");
    for i in 0..4 {
        code.push_str(&random.shape(&format!("s{i}")));
    }
    for i in 0..8 {
        let call = random.verb(i);
        code.push_str(&format!("attempt(() => console.log({call}));\n"));
    }
    // The operator `**` calls the power function of the platform.
    let (base, exponent) = (random.size(9), random.place());
    code.push_str(&format!(
        "console.log({base} ** ({exponent} / 9), 7 ** {base}, {base} ** 3);\n"
    ));
    code
}

/// Returns the FNV-1a hash of a text.
pub(crate) fn digest(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    /// Returns a number with two decimals, from 0.5 to just below `bound` + 0.5.
    fn size(&mut self, bound: u64) -> String {
        let hundredths = self.below(bound * 100) + 50;
        format!("{}.{:02}", hundredths / 100, hundredths % 100)
    }

    fn place(&mut self) -> String {
        let sign = if self.below(2) == 0 { "-" } else { "" };
        format!("{sign}{}", self.size(60))
    }

    fn shape(&mut self, name: &str) -> String {
        let (x, y, w, h, a) = (
            self.place(),
            self.place(),
            self.size(40),
            self.size(30),
            self.size(6),
        );
        let call = match self.below(9) {
            0 => format!("draw_circle({{ name: '{name}', x: {x}, y: {y}, radius: {w} }})"),
            1 => format!("draw_rect({{ name: '{name}', x: {x}, y: {y}, width: {w}, height: {h} }})"),
            2 => format!(
                "draw_rect({{ name: '{name}', x: {x}, y: {y}, width: {w}, height: {w}, corner_radius: {w} / 5 }})"
            ),
            3 => format!("draw_line({{ name: '{name}', points: [{x}, {y}, {w}, {h}, {a}, {x}] }})"),
            4 => format!(
                "draw_arc({{ name: '{name}', cx: {x}, cy: {y}, radius: {w}, start_angle: {a}, end_angle: {a} + 2.5 }})"
            ),
            5 => {
                format!("draw_regular_polygon({{ name: '{name}', cx: {x}, cy: {y}, radius: {w}, sides: 5 }})")
            }
            6 => format!(
                "draw_ellipse({{ name: '{name}', cx: {x}, cy: {y}, rx: {w}, ry: {h}, rotation: {a} }})"
            ),
            7 => format!("draw_bezier({{ name: '{name}', path: 'M{x},{y} C{w},{h} {h},{w} {y},{x} Z' }})"),
            _ => format!(
                "draw_polygon({{ name: '{name}', points: [{x}, {y}, Math.sin({a}) * {w}, {h}, {w}, Math.cos({a}) * {h}] }})"
            ),
        };
        format!("attempt(() => {call});\n")
    }

    fn verb(&mut self, i: u64) -> String {
        let (one, other) = (self.below(4), self.below(4));
        let (x, y, a) = (self.place(), self.place(), self.size(6));
        match self.below(22) {
            0 => format!("rotate({{ name: 's{one}', angle: {a} }})"),
            1 => format!("rotate({{ name: 's{one}', angle: {a}, cx: {x}, cy: {y} }})"),
            2 => format!("scale({{ name: 's{one}', sx: 1.3, sy: 0.7 }})"),
            3 => format!("translate({{ name: 's{one}', dx: {x}, dy: {y} }})"),
            4 => format!("mirror({{ name: 's{one}', new_name: 'm{i}', axis: [0, {a}, 3, 1] }})"),
            5 => format!("create_group({{ name: 'g{i}', children: ['s{one}'] }})"),
            6 => format!("duplicate({{ name: 's{one}', new_name: 'd{i}', dx: {x}, dy: {y} }})"),
            7 => format!(
                "get_intersection({{ a: 's{one}', b: 's{other}' }}).points.map((p, k) => draw_circle({{ name: 'x{i}_' + k, x: p[0], y: p[1], radius: 0.5 }}))"
            ),
            8 => format!("trim_at({{ entity: 's{one}', point: [{x}, {y}], keep: 'start' }})"),
            9 => format!("get_length({{ name: 's{one}' }}) + get_area({{ name: 's{other}' }})"),
            10 => format!("get_world_bounds({{ name: 's{one}' }})"),
            11 => format!("set_stroke({{ name: 's{one}', stroke: {{ width: {a}, dash: [{a}, 1] }} }})"),
            12 => format!("draw_order({{ name: 's{one}', mode: 'above:s{other}' }})"),
            _ => format!(
                "draw_circle({{ name: 'c{i}', x: Math.exp({a} / 3), y: Math.pow({a}, 1.7), radius: Math.hypot({a}, 1) }})"
            ),
        }
    }
}
