// A press-fit box without a lid, cut from one sheet. Set the kerf of your machine when you export, not here.
const width = 90; // 50..300 step 1 mm, outside
const depth = 60; // 50..300 step 1 mm, outside
const height = 50; // 45..200 step 1 mm, outside
const thickness = 3; // 1.5..6 step 0.05 mm, as measured
const finger = 10; // 8..15 step 0.5 mm
const clearance = 0; // -0.2..0.4 step 0.01 mm
const gap = 12;

const cut = { stroke: { color: "#d62828", width: 0.3 } };
const panel = (name, x, y, w, h, edges) =>
  draw_finger_panel({ name, x, y, width: w, height: h, thickness, finger, clearance, edges, style: cut });

// Edges in the order bottom, right, top, left. Fingers meet notches of the same length.
const right = width + gap;
panel("bottom", 0, 0, width, depth, ["notches", "notches", "notches", "notches"]);
panel("front", 0, depth + gap, width, height, ["fingers", "fingers", "plain", "fingers"]);
panel("back", 0, depth + height + 2 * gap, width, height, ["fingers", "fingers", "plain", "fingers"]);
panel("left", right, 0, depth, height, ["fingers", "notches", "plain", "notches"]);
panel("right", right, height + gap, depth, height, ["fingers", "notches", "plain", "notches"]);

// The coupon measures the kerf: cut it first, without a kerf.
draw_kerf_coupon({ name: "coupon", x: right, y: 2 * (height + gap), thickness, to: Math.min(0.4, thickness / 4), step: 0.1 });

dimension_linear({ name: "width_size", from: [0, 0], to: [width, 0], direction: "horizontal", offset: -10 });
dimension_linear({ name: "depth_size", from: [0, 0], to: [0, depth], direction: "vertical", offset: -10 });
