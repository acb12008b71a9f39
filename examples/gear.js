// A gear. Change a number and the drawing follows.
const teeth = 12; // 8..30 step 1
const outer = 60; // 54..80 step 0.5 mm, radius at the tips of the teeth
const root = 48; // 42..52 step 0.5 mm, radius between the teeth
const bore = 12; // 4..18 step 0.5 mm, radius
const ink = "#2c4a7c";
const steel = { fill: "#c9d6ea", stroke: { color: ink, width: 0.8 } };
const hole = { fill: "#ffffff", stroke: { color: ink, width: 0.6 } };

// A tooth: up its side, along its tip, down again.
const tooth = [[0.1, root], [0.24, outer], [0.46, outer], [0.6, root]];
const at = (turn, radius) => {
  const angle = turn * 2 * Math.PI;
  return [radius * Math.cos(angle), radius * Math.sin(angle)];
};
const points = [];
for (let i = 0; i < teeth; i++) {
  for (const [part, radius] of tooth) {
    points.push(at((i + part) / teeth, radius));
  }
}

draw_polygon({ name: "gear", points, style: steel });
draw_circle({ name: "hub", x: 0, y: 0, radius: 22, style: steel });
draw_circle({ name: "bore", x: 0, y: 0, radius: bore, style: hole });
for (let i = 0; i < 5; i++) {
  const [x, y] = at(0.25 + i / 5, 35);
  draw_circle({ name: `hole_${i + 1}`, x, y, radius: 5, style: hole });
}
dimension_diameter({ name: "bore_size", target: "bore", text_height: 4 });
