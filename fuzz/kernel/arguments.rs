//! Random tool arguments made from a tool's JSON Schema, with a bias toward edge cases.

use serde_json::{Map, Value, json};

/// Seeded random number generator (xorshift64*).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 16
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }

    fn one_in(&mut self, chance: usize) -> bool {
        self.below(chance) == 0
    }
}

/// Generator of tool arguments.
pub(crate) struct Maker {
    random: Random,
    /// Names of the entities in the drawing.
    pub(crate) names: Vec<String>,
    made: u32,
    /// Preferred numbers of this round. Repeated numbers make geometry coincide.
    likes: Vec<f64>,
}

/// Numbers that often expose errors.
const AWKWARD: &[f64] = &[
    0.0,
    -0.0,
    1.0,
    -1.0,
    1e-9,
    1e-7,
    1e-5,
    -1e-6,
    1e9,
    -1e9,
    1e9 + 1.0,
    999_999.999_999,
    5e-324,
    1e308,
    std::f64::consts::PI,
    std::f64::consts::TAU,
    std::f64::consts::FRAC_PI_2,
];

const TEXTS: &[&str] = &[
    "M0,0 L10,0 10,10 Z",
    "M0,0 C0,10 10,10 10,0 Z",
    "M0 0A5 5 0 0 1 10 0A5 5 0 0 1 0 0Z",
    "M0,0 C30,10 -20,10 10,0",
    "M0 0h10v10h-10zM2 2v6h6v-6z",
    "M0,0 L0,0",
    "M5 5 Q 5 5 5 5 T 9 9",
    "가나 Trammel 12",
    "",
    "ansi31",
    "#ff8800",
    "front",
    "above:e0",
    "start",
    "left",
    "[",
    "\u{202e}x",
];

const PARTS: &[&str] = &[
    "edge[0]",
    "edge[1]",
    "edge[2]",
    "point[0]",
    "point[1]",
    "center",
    "start",
    "end",
    "mid",
    "arc[0]",
    "edge[1].mid",
    "edge[99]",
    "nothing",
];

impl Maker {
    pub(crate) fn new(mut random: Random) -> Maker {
        let grid = [1.0, 0.5, 2.5, 10.0, 1e-3, 1e4][random.below(6)];
        let likes = (0..6).map(|_| (random.below(41) as f64 - 20.0) * grid).collect();
        Maker {
            random,
            names: Vec::new(),
            made: 0,
            likes,
        }
    }

    pub(crate) fn pick<T: Copy>(&mut self, among: &[T]) -> T {
        among[self.random.below(among.len())]
    }

    /// Returns arguments for a tool with the given parameters. With `draws`, the arguments usually contain an
    /// unused entity name.
    pub(crate) fn arguments(&mut self, parameters: &Value, draws: bool) -> Value {
        let mut made = Map::new();
        let required = |key: &str| {
            parameters["required"]
                .as_array()
                .is_some_and(|list| list.iter().any(|name| name == key))
        };
        let Some(properties) = parameters["properties"].as_object() else {
            return json!({});
        };
        for (key, schema) in properties {
            let wanted = if required(key) {
                !self.random.one_in(60)
            } else {
                self.random.one_in(4)
            };
            if !wanted {
                continue;
            }
            let value = if draws && key == "name" && !self.random.one_in(8) {
                self.made += 1;
                json!(format!("e{}", self.made))
            } else {
                self.value(key, schema)
            };
            made.insert(key.clone(), value);
        }
        Value::Object(made)
    }

    fn value(&mut self, key: &str, schema: &Value) -> Value {
        if self.random.one_in(80) {
            return self
                .pick(&[
                    &json!(null),
                    &json!([]),
                    &json!("x"),
                    &json!(-7),
                    &json!({"a": 1}),
                    &json!(true),
                ])
                .clone();
        }
        if let Some(choices) = schema["anyOf"].as_array() {
            let choice = self.random.below(choices.len());
            return self.value(key, &choices[choice]);
        }
        if let Some(words) = schema["enum"].as_array() {
            let word = self.random.below(words.len());
            return words[word].clone();
        }
        match schema["type"].as_str() {
            Some("number") => json!(self.number()),
            Some("integer") => json!(self.integer()),
            Some("boolean") => json!(self.random.one_in(2)),
            Some("array") => self.array(key, schema),
            Some("object") if schema["properties"].is_object() => self.arguments(schema, false),
            Some("object") => json!({}),
            _ => json!(self.text(key)),
        }
    }

    fn array(&mut self, key: &str, schema: &Value) -> Value {
        let least = schema["minItems"].as_u64().unwrap_or(0) as usize;
        let most = schema["maxItems"]
            .as_u64()
            .map_or(least + 9, |most| most as usize);
        let mut count = least + self.random.below(most - least + 1);
        // Lists of coordinates mostly have an even length.
        if schema["items"]["type"] == "number" && most > 4 && count % 2 == 1 && !self.random.one_in(20) {
            count += 1;
        }
        (0..count).map(|_| self.value(key, &schema["items"])).collect()
    }

    fn number(&mut self) -> f64 {
        match self.random.below(12) {
            0 => self.pick(AWKWARD),
            1 | 2 => self.random.below(2_000_001) as f64 / 1000.0 - 1000.0,
            3 => self.random.below(1000) as f64 * 0.01,
            4 | 5 => self.random.below(13) as f64,
            _ => {
                let like = self.random.below(self.likes.len());
                self.likes[like] + if self.random.one_in(9) { 1e-7 } else { 0.0 }
            }
        }
    }

    fn integer(&mut self) -> i64 {
        match self.random.below(8) {
            0 => self.pick(&[-1, 0, i64::MAX, 10_001]),
            _ => 1 + self.random.below(6) as i64,
        }
    }

    fn text(&mut self, key: &str) -> String {
        if key.contains("new_name") || key == "result" || key == "prefix" {
            self.made += 1;
            return format!("r{}", self.made);
        }
        if self.random.one_in(10) || self.names.is_empty() || key == "path" || key == "text" {
            return self.pick(TEXTS).to_owned();
        }
        let index = self.random.below(self.names.len());
        let name = self.names[index].clone();
        let takes_parts = ["refs", "a", "b", "from", "to", "point", "entity"].contains(&key);
        if takes_parts && self.random.one_in(2) {
            format!("{name}.{}", self.pick(PARTS))
        } else {
            name
        }
    }
}
