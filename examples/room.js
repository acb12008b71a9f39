// A study room seen from above, in centimeters.
const width = 420;
const depth = 300;
const wall = 15;
const wood = { fill: "#e3c9a3", stroke: { color: "#7a5a2e", width: 2 } };
const cloth = { fill: "#dfe7f2" };

draw_polygon({
  name: "walls",
  points: [
    [-wall, -wall],
    [width + wall, -wall],
    [width + wall, depth + wall],
    [-wall, depth + wall],
  ],
  holes: [[[0, 0], [width, 0], [width, depth], [0, depth]]],
  style: { fill: "#9aa4b0" },
});
const glass = { fill: "#cfe8f7" };
drawRect("window", 140, depth, 140, wall, 0, glass);

// The door: an opening, the leaf, and the arc it swings through.
const open = { fill: "#ffffff", stroke: null };
drawRect("opening", 20, -wall, 90, wall, 0, open);
const thick = { stroke: { width: 4 } };
drawLine("leaf", [[20, 0], [20, 90]], false, thick);
const dashed = { stroke: { width: 1, dash: [8, 6] } };
drawArc("swing", 20, 0, 90, 0, Math.PI / 2, dashed);

drawRect("bed", 300, 80, 110, 210, 6, cloth);
drawRect("pillow", 315, 235, 80, 45, 10, cloth);
drawRect("desk", 130, 220, 150, 70, 0, wood);
drawCircle("chair", 205, 190, 24, wood);
createGroup("bed_place", ["bed", "pillow"]);
createGroup("work_place", ["desk", "chair"]);
