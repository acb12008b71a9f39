// A nameplate with two screw holes. The outline is cut, the text is engraved.
const name = "TRAMMEL"; // TRAMMEL | WORKSHOP | STUDIO
const letter = 12; // 8..18 step 0.5 mm
const margin = 9; // 7..20 step 0.5 mm
const hole = 3.4; // 2.5..5 step 0.1 mm
const corner = 4; // 3..8 step 0.5 mm

create_layer({ name: "cut", color: "#d62828", line_weight: 0.2 });
create_layer({ name: "engrave", color: "#1d3557", line_weight: 0.2 });

draw_text({ name: "label", text: name, x: 0, y: 0, size: letter, align: "center", valign: "middle", layer: "engrave", style: { fill: "#1d3557", stroke: null } });
const { min, max } = get_world_bounds({ entity: "label" });
// The plate follows the size of the text; the holes are beside it.
const half = (max[0] - min[0]) / 2 + 2 * margin;
const up = letter / 2 + margin;
draw_rect({ name: "plate", x: -half, y: -up, width: 2 * half, height: 2 * up, corner_radius: corner, layer: "cut" });
[-1, 1].forEach((side) => {
  const where = side < 0 ? "left" : "right";
  draw_circle({ name: `hole_${where}`, x: side * (half - margin), y: 0, radius: hole / 2, layer: "cut" });
});

dimension_linear({ name: "width_size", from: [-half, -up], to: [half, -up], direction: "horizontal", offset: -8 });
dimension_linear({ name: "height_size", from: [-half, -up], to: [-half, up], direction: "vertical", offset: -8 });
