// A bathroom for a wheelchair, in millimeters: the door must be 900 wide, and a circle of 1500 must be free.
set_drawing({ name: "Bathroom", units: "mm" });
const width = 2600; // 2200..4000 step 10 mm, inside
const depth = 2300; // 2150..4000 step 10 mm, inside
const wall = 115; // 100..240 step 5 mm
const door = 900; // 800..1100 step 10 mm
const turning = 1500; // 1200..1800 step 50 mm

const masonry = { fill: "#9aa4b0", stroke: { color: "#2b2d42", width: 12 } };
const fixture = { fill: "#ffffff", stroke: { color: "#2b2d42", width: 8 } };
const outer = [[-wall, -wall], [width + wall, -wall], [width + wall, depth + wall], [-wall, depth + wall]];
draw_polygon({ name: "walls", points: outer, holes: [[[0, 0], [width, 0], [width, depth], [0, depth]]], style: masonry });

// The door is in the bottom wall and opens to the outside.
const left = 150;
draw_rect({ name: "opening", x: left, y: -wall, width: door, height: wall, style: { fill: "#ffffff", stroke: null } });
draw_line({ name: "leaf", points: [left, -wall, left, -wall - door], style: { stroke: { color: "#2b2d42", width: 30 } } });
draw_arc({ name: "swing", cx: left, cy: -wall, radius: door, start_angle: -Math.PI / 2, end_angle: 0, style: { stroke: { color: "#2b2d42", width: 6, dash: [60, 40] } } });

// Fixtures stand along the top wall; the rest is free.
const rim = 600;
draw_rect({ name: "basin", x: 100, y: depth - rim, width: rim, height: 500, corner_radius: 80, style: fixture });
draw_rect({ name: "toilet", x: width - 800, y: depth - rim, width: 400, height: rim, corner_radius: 150, style: fixture });

const free = { stroke: { color: "#2a9d8f", width: 10, dash: [80, 50] } };
draw_circle({ name: "turning_circle", x: width / 2, y: (depth - rim) / 2, radius: turning / 2, style: free });

const wide = door >= 900;
const round = turning >= 1500 && turning <= Math.min(width, depth - rim);
const note = (name, ok, text, row) =>
  draw_text({ name, text: `${ok ? "OK" : "TOO SMALL"}: ${text}`, x: width + 700, y: depth - row * 250, size: 120, style: { fill: ok ? "#2a9d8f" : "#d62828", stroke: null } });
note("door_check", wide, `door ${door} (900)`, 0);
note("turning_check", round, `turning circle ${turning} (1500)`, 1);

const scale = { text_height: 90 };
dimension_linear({ name: "width_size", from: [0, depth], to: [width, depth], direction: "horizontal", offset: wall + 300, ...scale });
dimension_linear({ name: "depth_size", from: [width, 0], to: [width, depth], direction: "vertical", offset: wall + 300, ...scale });
dimension_linear({ name: "door_size", from: [left, -wall], to: [left + door, -wall], direction: "horizontal", offset: -(door + 250), ...scale });
