// A front panel of an instrument: holes on an exact grid, 1:1 for drilling or cutting.
const width = 150; // 130..260 step 0.5 mm
const height = 80; // 75..160 step 0.5 mm
const rack = 50.8; // 40..60 step 0.1 mm, distance of the jacks
const knob = 7; // 5..9 step 0.1 mm, hole of a potentiometer
const jack = 6.5; // 5..9 step 0.1 mm, hole of a jack
const screw = 3.2; // 2..4.5 step 0.1 mm
const inset = 6;

const cut = { stroke: { color: "#1d3557", width: 0.35 } };
const text = { fill: "#1d3557" };
draw_rect({ name: "panel", x: 0, y: 0, width, height, corner_radius: 3, style: cut });

const corners = [[inset, inset], [width - inset, inset], [width - inset, height - inset], [inset, height - inset]];
corners.forEach(([x, y], i) => draw_circle({ name: `screw_${i + 1}`, x, y, radius: screw / 2, style: cut }));

const middle = width / 2;
["GAIN", "TONE"].forEach((label, i) => {
  const x = middle + (i - 0.5) * rack;
  draw_circle({ name: `knob_${i + 1}`, x, y: height * 0.62, radius: knob / 2, style: cut });
  draw_text({ name: `knob_label_${i + 1}`, text: label, x, y: height * 0.62 - 10, size: 3.5, align: "center", style: text });
});
["IN", "OUT", "AUX"].forEach((label, i) => {
  const x = middle + (i - 1) * (rack / 2);
  draw_circle({ name: `jack_${i + 1}`, x, y: height * 0.28, radius: jack / 2, style: cut });
  draw_text({ name: `jack_label_${i + 1}`, text: label, x, y: height * 0.28 - 10, size: 3, align: "center", style: text });
});

dimension_linear({ name: "width_size", from: [0, 0], to: [width, 0], direction: "horizontal", offset: -10 });
dimension_linear({ name: "height_size", from: [0, 0], to: [0, height], direction: "vertical", offset: -10 });
dimension_linear({ name: "rack_size", from: "knob_1.center", to: "knob_2.center", direction: "horizontal", offset: height * 0.38 + 8 });
dimension_diameter({ name: "knob_size", target: "knob_1" });
