// A mounting bracket: a plate, bolt holes, a slot, a curved rib.
const length = 160;
const height = 60;
const bolts = 4;
const edge = "#39424e";
const steel = { fill: "#d5dae1", stroke: { color: edge, width: 1 } };
const cut = { fill: "#ffffff", stroke: { color: edge, width: 0.8 } };

// The rib is an SVG path in the drawing's own axes, y up.
const top = height + 45;
draw_bezier({
  name: "rib",
  path: `M 12 ${height} C 45 ${top}, 115 ${top}, 148 ${height} Z`,
  style: steel,
});
draw_rect({
  name: "plate",
  x: 0, y: 0, width: length, height,
  corner_radius: 12,
  style: steel,
});

for (let i = 0; i < bolts; i++) {
  const x = 20 + (i * (length - 40)) / (bolts - 1);
  draw_circle({ name: `bolt_${i + 1}`, x, y: 14, radius: 5, style: cut });
}
// A slot is a rectangle rounded by half its height.
drawRect("slot", 45, 34, 70, 12, 6, cut);
drawCircle("eye", length / 2, height + 14, 9, cut);

const axis = { stroke: { color: "#be1e2d", width: 0.4, dash: [8, 2, 2, 2] } };
const across = [[-10, height / 2], [length + 10, height / 2]];
const along = [[length / 2, -10], [length / 2, top]];
drawLine("axis_x", across, false, axis);
drawLine("axis_y", along, false, axis);
