// Functions of the drawing sandbox. Generated from the tool list; do not edit.

/** Draw a segment or polyline through points, optionally closed. */
declare function draw_line(input: {
  /** Name of the new entity; unique in the drawing. */
  name: string;
  /** Coordinates [x1, y1, x2, y2, ...], two points or more. */
  points: number[];
  /** Join the last point to the first. Default: false. */
  closed?: boolean;
  /** Stroke and fill. Default: ink outline 0.35 mm wide, no fill. */
  style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } };
  /** Layer to draw on; its color and line weight are the stroke's defaults. */
  layer?: string;
  /** Replace an entity of this name, keeping its place in the order, instead of refusing. */
  replace?: boolean;
}): string;
declare function drawLine(name: string, points: number[], closed?: boolean, style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } }): string;

/** Draw a circle from its center and radius. */
declare function draw_circle(input: {
  /** Name of the new entity; unique in the drawing. */
  name: string;
  /** Center x. */
  x: number;
  /** Center y. */
  y: number;
  /** Radius, above 0. */
  radius: number;
  /** Stroke and fill. Default: ink outline 0.35 mm wide, no fill. */
  style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } };
  /** Layer to draw on; its color and line weight are the stroke's defaults. */
  layer?: string;
  /** Replace an entity of this name, keeping its place in the order, instead of refusing. */
  replace?: boolean;
}): string;
declare function drawCircle(name: string, x: number, y: number, radius: number, style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } }): string;

/** Draw an axis-parallel rectangle from its lower-left corner, width and height. */
declare function draw_rect(input: {
  /** Name of the new entity; unique in the drawing. */
  name: string;
  /** The smallest x (left edge). */
  x: number;
  /** The smallest y (lower edge; y points up). */
  y: number;
  /** Extent in x, above 0. */
  width: number;
  /** Extent in y, above 0. */
  height: number;
  /** Radius of rounded corners. Default: 0, sharp. */
  corner_radius?: number;
  /** Stroke and fill. Default: ink outline 0.35 mm wide, no fill. */
  style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } };
  /** Layer to draw on; its color and line weight are the stroke's defaults. */
  layer?: string;
  /** Replace an entity of this name, keeping its place in the order, instead of refusing. */
  replace?: boolean;
}): string;
declare function drawRect(name: string, x: number, y: number, width: number, height: number, corner_radius?: number, style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } }): string;

/** Draw a circular arc, counterclockwise from start_angle to end_angle. 0 points along +x. A full turn is a whole circle. */
declare function draw_arc(input: {
  /** Name of the new entity; unique in the drawing. */
  name: string;
  /** Center x. */
  cx: number;
  /** Center y. */
  cy: number;
  /** Radius, above 0. */
  radius: number;
  /** Start angle. */
  start_angle: number;
  /** End angle; if it is not larger than start_angle, one turn is added. */
  end_angle: number;
  /** Unit of both angles. Default: radian. */
  angle_unit?: "radian" | "degree";
  /** Stroke and fill. Default: ink outline 0.35 mm wide, no fill. */
  style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } };
  /** Layer to draw on; its color and line weight are the stroke's defaults. */
  layer?: string;
  /** Replace an entity of this name, keeping its place in the order, instead of refusing. */
  replace?: boolean;
}): string;
declare function drawArc(name: string, cx: number, cy: number, radius: number, start_angle: number, end_angle: number, style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } }): string;

/** Draw a closed polygon, optionally with holes. */
declare function draw_polygon(input: {
  /** Name of the new entity; unique in the drawing. */
  name: string;
  /** Coordinates of the outer boundary [x1, y1, x2, y2, ...], three points or more. */
  points: number[];
  /** Boundaries of holes, each as [x1, y1, x2, y2, ...]. */
  holes?: number[][];
  /** Stroke and fill. Default: ink outline 0.35 mm wide, no fill. */
  style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } };
  /** Layer to draw on; its color and line weight are the stroke's defaults. */
  layer?: string;
  /** Replace an entity of this name, keeping its place in the order, instead of refusing. */
  replace?: boolean;
}): string;
declare function drawPolygon(name: string, points: number[], holes?: number[][], style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } }): string;

/** Draw a regular polygon by its circumscribed circle. The first corner is straight up from the center. */
declare function draw_regular_polygon(input: {
  /** Name of the new entity; unique in the drawing. */
  name: string;
  /** Center x. */
  cx: number;
  /** Center y. */
  cy: number;
  /** Radius of the circle through the corners, above 0. */
  radius: number;
  /** Number of sides, 3 to 1000. */
  sides: number;
  /** Stroke and fill. Default: ink outline 0.35 mm wide, no fill. */
  style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } };
  /** Layer to draw on; its color and line weight are the stroke's defaults. */
  layer?: string;
  /** Replace an entity of this name, keeping its place in the order, instead of refusing. */
  replace?: boolean;
}): string;
declare function drawRegularPolygon(name: string, cx: number, cy: number, radius: number, sides: number, style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } }): string;

/** Draw an ellipse, or with two angles an elliptic arc, counterclockwise. */
declare function draw_ellipse(input: {
  /** Name of the new entity; unique in the drawing. */
  name: string;
  /** Center x. */
  cx: number;
  /** Center y. */
  cy: number;
  /** Half the first axis, above 0. */
  rx: number;
  /** Half the second axis, above 0. */
  ry: number;
  /** Direction of the first axis, from +x. Default: 0. */
  rotation?: number;
  /** Parameter at which an arc starts, counted from the first axis. Default: 0. */
  start_angle?: number;
  /** Parameter at which an arc ends. Default: one turn after start_angle. */
  end_angle?: number;
  /** Unit of the three angles. Default: radian. */
  angle_unit?: "radian" | "degree";
  /** Stroke and fill. Default: ink outline 0.35 mm wide, no fill. */
  style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } };
  /** Layer to draw on; its color and line weight are the stroke's defaults. */
  layer?: string;
  /** Replace an entity of this name, keeping its place in the order, instead of refusing. */
  replace?: boolean;
}): string;
declare function drawEllipse(name: string, cx: number, cy: number, rx: number, ry: number, rotation?: number, start_angle?: number, end_angle?: number, style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } }): string;

/** Draw curves given as SVG path data (M L H V C S Q T A Z, absolute or relative, several subpaths), with y pointing up, so that an arc A with sweep flag 1 runs counterclockwise. */
declare function draw_bezier(input: {
  /** Name of the new entity; unique in the drawing. */
  name: string;
  /** SVG path data, for example "M0,0 C0,100 100,100 100,0". */
  path: string;
  /** Stroke and fill. Default: ink outline 0.35 mm wide, no fill. */
  style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } };
  /** Layer to draw on; its color and line weight are the stroke's defaults. */
  layer?: string;
  /** Replace an entity of this name, keeping its place in the order, instead of refusing. */
  replace?: boolean;
}): string;
declare function drawBezier(name: string, path: string, style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } }): string;

/** Draw a smooth curve through points, or with a tolerance few Bézier curves near them: for functions, measured points, airfoils, cams. Returns { entity, curves, deviation }. */
declare function draw_curve(input: {
  /** Name of the new entity; unique in the drawing. */
  name: string;
  /** Coordinates [x1, y1, x2, y2, ...], two points or more, in order. */
  points: number[];
  /** Return to the first point. Default: false. */
  closed?: boolean;
  /** Largest distance of a point from the curve. Default: the curve runs through all points with continuous curvature. */
  tolerance?: number;
  /** Stroke and fill. Default: ink outline 0.35 mm wide, no fill. */
  style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } };
  /** Layer to draw on; its color and line weight are the stroke's defaults. */
  layer?: string;
  /** Replace an entity of this name, keeping its place in the order, instead of refusing. */
  replace?: boolean;
}): { entity: string; curves: number; deviation: number };
declare function drawCurve(name: string, points: number[], closed?: boolean, tolerance?: number, style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } }): { entity: string; curves: number; deviation: number };

/** Draw text as filled outlines; Latin and Korean need no font of the system. "\n" begins a new line. */
declare function draw_text(input: {
  /** Name of the new entity; unique in the drawing. */
  name: string;
  /** The text. */
  text: string;
  /** x of the anchor. */
  x: number;
  /** y of the anchor. */
  y: number;
  /** Height of a capital letter, above 0. */
  size: number;
  /** Horizontal alignment to the anchor: "left" (default), "center" or "right". */
  align?: "left" | "center" | "right";
  /** Vertical alignment to the anchor: "baseline" (default), "top", "middle" or "bottom". */
  valign?: "baseline" | "top" | "middle" | "bottom";
  /** Direction of the lines, counterclockwise. Default: 0. */
  angle?: number;
  /** Unit of the angle. Default: radian. */
  angle_unit?: "radian" | "degree";
  /** Point of the text at x, y: "baseline" (default) as align and valign state, or of the box around the ink along the lines, "bounds_center" or "bounds_bottom_left". With the ink, align only aligns the lines to each other. */
  anchor?: "baseline" | "bounds_center" | "bounds_bottom_left";
  /** Largest width of the ink along the lines. A smaller size is used if needed, and a warning states it. */
  max_width?: number;
  /** Typeface; there is one, "sans" (Noto Sans KR). */
  font?: "sans";
  /** Stroke and fill. Default: filled with ink, no outline. */
  style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } };
  /** Layer to draw on; its color is the fill's default. */
  layer?: string;
  /** Replace an entity of this name, keeping its place in the order, instead of refusing. */
  replace?: boolean;
}): string;
declare function drawText(name: string, text: string, x: number, y: number, size: number, align?: "left" | "center" | "right", valign?: "baseline" | "top" | "middle" | "bottom", angle?: number, font?: "sans", style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } }): string;

/** Draw a text in the largest size whose ink bounds fit into a box, centered, and keep a distance from the outlines of other entities. Returns { entity, size }. */
declare function fit_text(input: {
  /** Name of the new entity; unique in the drawing. */
  name: string;
  /** The text; "\n" begins a new line. */
  text: string;
  /** The box as [x, y, width, height] with its lower left corner. */
  box: number[];
  /** Entities or groups whose outlines the box of the ink stays clear of. Default: none. */
  clear_of?: string[];
  /** Least distance of the ink bounds from those outlines. Default: 0. */
  clearance?: number;
  /** Alignment of the lines to each other: "left", "center" (default) or "right". */
  align?: "left" | "center" | "right";
  /** Stroke and fill. Default: filled with ink, no outline. */
  style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } };
  /** Layer to draw on; its color is the fill's default. */
  layer?: string;
  /** Replace an entity of this name, keeping its place in the order, instead of refusing. */
  replace?: boolean;
}): { entity: string; size: number };
declare function fitText(name: string, text: string, box: number[], clear_of?: string[], clearance?: number): { entity: string; size: number };

/** Draw a point: a dot as wide as its stroke, to measure from and snap to. */
declare function draw_point(input: {
  /** Name of the new entity; unique in the drawing. */
  name: string;
  /** x. */
  x: number;
  /** y. */
  y: number;
  /** Stroke and fill. Default: ink outline 0.35 mm wide, no fill. */
  style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } };
  /** Layer to draw on; its color and line weight are the stroke's defaults. */
  layer?: string;
  /** Replace an entity of this name, keeping its place in the order, instead of refusing. */
  replace?: boolean;
}): string;
declare function drawPoint(name: string, x: number, y: number, style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } }): string;

/** Draw an area from exact boundaries, as returned by get_entity for a region. For areas of other shapes use the boolean tools. */
declare function draw_region(input: {
  /** Name of the new entity; unique in the drawing. */
  name: string;
  /** Closed boundaries, holes clockwise. Each is a list of pieces: ["line", ax, ay, bx, by], ["arc", cx, cy, px, py, qx, qy, t0, dt] for c + p cos t + q sin t, ["cubic", 4 points]. */
  paths: (((string | number)[])[])[];
  /** Stroke and fill. Default: ink outline 0.35 mm wide, no fill. */
  style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } };
  /** Layer to draw on; its color and line weight are the stroke's defaults. */
  layer?: string;
  /** Replace an entity of this name, keeping its place in the order, instead of refusing. */
  replace?: boolean;
}): string;
declare function drawRegion(name: string, paths: (((string | number)[])[])[], style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } }): string;

/** Draw a slot with round ends: an exact area from the centers of both ends and the width. */
declare function draw_slot(input: {
  /** Name of the new entity; unique in the drawing. */
  name: string;
  /** Center of one round end [x, y]. */
  from: number[];
  /** Center of the other round end [x, y]. */
  to: number[];
  /** Width: the diameter of the round ends. */
  width: number;
  /** Stroke and fill. Default: ink outline 0.35 mm wide, no fill. */
  style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } };
  /** Layer to draw on; its color and line weight are the stroke's defaults. */
  layer?: string;
  /** Replace an entity of this name, keeping its place in the order, instead of refusing. */
  replace?: boolean;
}): string;
declare function drawSlot(name: string, from: number[], to: number[], width: number, style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } }): string;

/** Draw equal holes evenly around a center, counterclockwise. Returns their names: name_1, name_2, ... */
declare function bolt_circle(input: {
  /** Start of the names of the holes. */
  name: string;
  /** x of the center of the circle. */
  x: number;
  /** y of the center of the circle. */
  y: number;
  /** Diameter of the circle through the centers of the holes. */
  diameter: number;
  /** Number of holes. */
  count: number;
  /** Diameter of a hole. */
  hole_diameter: number;
  /** Direction of the first hole from the center. Default: 0, to the right. */
  start_angle?: number;
  /** Unit of start_angle. Default: radian. */
  angle_unit?: "radian" | "degree";
  /** Stroke and fill. Default: ink outline 0.35 mm wide, no fill. */
  style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } };
  /** Layer to draw on; its color and line weight are the stroke's defaults. */
  layer?: string;
  /** Replace entities of these names, keeping their places in the order, instead of refusing. */
  replace?: boolean;
}): string[];
declare function boltCircle(name: string, x: number, y: number, diameter: number, count: number, hole_diameter: number): string[];

/** Draw an involute spur gear, an internal gear, or a rack, as one exact area. Tooth height 2.25 modules; the flanks are within a millionth of a module of the involute. */
declare function draw_gear(input: {
  /** Name of the new entity; unique in the drawing. */
  name: string;
  /** Module: pitch diameter divided by teeth. */
  module: number;
  /** Number of teeth. */
  teeth: number;
  /** x of the center; of a rack: of the left end. Default: 0. */
  x?: number;
  /** y of the center; of a rack: of the pitch line. Default: 0. */
  y?: number;
  /** "external" (default), "internal" (a ring with teeth inside) or "rack" (teeth upward). */
  kind?: "external" | "internal" | "rack";
  /** Pressure angle. Default: 20 degrees. */
  pressure_angle?: number;
  /** Direction of the axis of the first tooth (internal: gap). Default: 0, to the right. */
  angle?: number;
  /** Unit of both angles. Default: radian. */
  angle_unit?: "radian" | "degree";
  /** Diameter of a round hole in the center. Default: none. */
  bore?: number;
  /** Outer diameter of an internal gear; height of a rack below its roots. Default: 3 modules of material. */
  rim?: number;
  /** Profile shift in modules. Default: 0. */
  shift?: number;
  /** Width by which a tooth is thinner at the pitch circle. Default: 0. */
  backlash?: number;
  /** Radius of the root fillets. Default: 0.38 modules, or less where there is no room. */
  root_fillet?: number;
  /** Stroke and fill. Default: ink outline 0.35 mm wide, no fill. */
  style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } };
  /** Layer to draw on; its color and line weight are the stroke's defaults. */
  layer?: string;
  /** Replace an entity of this name, keeping its place in the order, instead of refusing. */
  replace?: boolean;
}): string;
declare function drawGear(name: string, module: number, teeth: number, x?: number, y?: number): string;

/** Draw a wall of one thickness along a polyline as one exact area with mitered corners, interrupted at doors, windows and openings. Returns the names of all parts: name, name_door_1_leaf, name_door_1_swing, name_window_1, ... */
declare function draw_wall(input: {
  /** Name of the new entity; unique in the drawing. The names of doors and windows begin with it. */
  name: string;
  /** Coordinates [x1, y1, x2, y2, ...] of the line of the wall, two points or more. */
  points: number[];
  /** Thickness of the wall, above 0. */
  thickness: number;
  /** Join the last point to the first, for a room. Default: false. */
  closed?: boolean;
  /** Face on which the points lie: "center" (default, halfway), or "left" or "right" in the direction of travel. */
  justify?: "center" | "left" | "right";
  /** Doors, windows and openings, each clear of the corners. */
  openings?: ({ at?: number; width?: number; type?: "door" | "window" | "opening"; hinge?: "start" | "end"; swing?: "left" | "right"; name?: string })[];
  /** Stroke and fill; the fill is that of the wall. Default: ink outline 0.35 mm wide, no fill. */
  style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } };
  /** Layer to draw on; its color and line weight are the stroke's defaults. */
  layer?: string;
  /** Replace entities of these names, keeping their places in the order, instead of refusing. */
  replace?: boolean;
}): string[];
declare function drawWall(name: string, points: number[], thickness: number, openings?: ({ at?: number; width?: number; type?: "door" | "window" | "opening"; hinge?: "start" | "end"; swing?: "left" | "right"; name?: string })[], style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } }): string[];

/** Set an entity's outline. Parts that are left out stay as they are. */
declare function set_stroke(input: {
  /** The entity. */
  name: string;
  /** Color, width, dash, cap and join; or just a color; or null for none. */
  stroke: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" };
  /** Width in drawing units; 0 for none. */
  width?: number;
}): string;
declare function setStroke(name: string, stroke: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }, width?: number): string;

/** Set an entity's fill. */
declare function set_fill(input: {
  /** The entity. */
  name: string;
  /** { color }, or just a color, or null for none. */
  fill: { color?: string | number[] };
}): string;
declare function setFill(name: string, fill: { color?: string | number[] }): string;

/** Remove an entity's outline. */
declare function remove_stroke(input: {
  /** The entity. */
  name: string;
}): string;
declare function removeStroke(name: string): string;

/** Remove an entity's fill. */
declare function remove_fill(input: {
  /** The entity. */
  name: string;
}): string;
declare function removeFill(name: string): string;

/** Move an entity in the drawing order of its group; later entities cover earlier ones. */
declare function draw_order(input: {
  /** The entity. */
  entity: string;
  /** "front", "back", "above:other", "below:other", or a number of steps (positive to the front). */
  mode: string | number;
}): string;
declare function drawOrder(entity: string, mode: string | number): string;

/** List the drawing order from back to front, of the drawing or of one group. */
declare function get_draw_order(input?: {
  /** A group. Default: the drawing itself. */
  group?: string;
}): { group: string | null; order: string[] };
declare function getDrawOrder(group?: string): { group: string | null; order: string[] };

/** Move an entity by an offset. */
declare function translate(input: {
  /** The entity or group. */
  name: string;
  /** Shift in x. */
  dx: number;
  /** Shift in y. */
  dy: number;
  /** Axes of the shift: "world" (default) or the entity's own, "local". */
  space?: "world" | "local";
}): string;
declare function translate(name: string, dx: number, dy: number): string;

/** Turn an entity counterclockwise, about its pivot or about a point of the drawing. */
declare function rotate(input: {
  /** The entity or group. */
  name: string;
  /** Angle, counterclockwise. */
  angle: number;
  /** x of the center in the drawing. Default: the entity's pivot. */
  cx?: number;
  /** y of the center in the drawing. Default: the entity's pivot. */
  cy?: number;
  /** Unit of the angle. Default: radian. */
  angle_unit?: "radian" | "degree";
}): string;
declare function rotate(name: string, angle: number, cx?: number, cy?: number, angle_unit?: "radian" | "degree"): string;

/** Scale an entity. Negative factors flip. */
declare function scale(input: {
  /** The entity or group. */
  name: string;
  /** Factor in x, not 0. */
  sx: number;
  /** Factor in y, not 0. Default: sx. */
  sy?: number;
  /** Axes of the factors: "world" (default) or the entity's own, "local". */
  space?: "world" | "local";
  /** Fixed point: "pivot" (default), "center" of the bounds, "origin" of the drawing, or a point [x, y]. */
  around?: "pivot" | "center" | "origin" | number[];
}): string;
declare function scale(name: string, sx: number, sy?: number): string;

/** Set the fixed point of rotation and scale, in the entity's own coordinates. The entity does not move. */
declare function set_pivot(input: {
  /** The entity or group. */
  name: string;
  /** Pivot x, in the coordinates in which the entity was drawn. */
  px: number;
  /** Pivot y. */
  py: number;
}): string;
declare function setPivot(name: string, px: number, py: number): string;

/** Set an entity's placement in its group directly, with the parts that get_entity reports as "transform". Parts left out stay as they are. */
declare function set_transform(input: {
  /** The entity or group. */
  entity: string;
  /** Shift [x, y] from where it was drawn. */
  translate?: number[];
  /** Turn about the pivot, counterclockwise. */
  rotate?: number;
  /** Factors [x, y] along the entity's own axes, not 0. */
  scale?: number[];
  /** Shear: how much x grows with y, after scale and before rotate. */
  shear?: number;
  /** Fixed point [x, y] of the others, in the coordinates in which the entity was drawn. */
  pivot?: number[];
  /** Unit of rotate. Default: radian. */
  angle_unit?: "radian" | "degree";
}): string;
declare function setTransform(entity: string): string;

/** Copy an entity, or a group with all that is in it. The copy stands in the same group, in front. */
declare function duplicate(input: {
  /** The entity or group to copy. */
  entity: string;
  /** Name of the copy. Children of a copied group are called "result/child". */
  result: string;
  /** Shift in x. Default: 0. */
  dx?: number;
  /** Shift in y. Default: 0. */
  dy?: number;
}): string;
declare function duplicate(entity: string, result: string, dx?: number, dy?: number): string;

/** Mirror an entity at an axis, in place or as a copy. */
declare function mirror(input: {
  /** The entity or group. */
  entity: string;
  /** Name of a mirrored copy. Default: mirror the entity itself. */
  result?: string;
  /** "x" or "y" axis of the drawing, or a line through two points [x1, y1, x2, y2]. */
  axis: "x" | "y" | number[];
}): string;
declare function mirror(entity: string, result?: string, axis: "x" | "y" | number[]): string;

/** Repeat an entity or group along a line. Returns the names of the copies: entity_2, entity_3, ... */
declare function array_linear(input: {
  /** The entity or group to repeat. */
  entity: string;
  /** Number of items, including the original. */
  count: number;
  /** Shift in x from one to the next. */
  dx: number;
  /** Shift in y from one to the next. */
  dy: number;
}): string[];
declare function arrayLinear(entity: string, count: number, dx: number, dy: number): string[];

/** Repeat an entity or group in columns and rows. Returns the names of the copies: entity_2, entity_3, ... */
declare function array_grid(input: {
  /** The entity or group to repeat. */
  entity: string;
  /** Number of columns, including the original. */
  columns: number;
  /** Number of rows, including the original. */
  rows: number;
  /** Shift in x from column to column. */
  dx: number;
  /** Shift in y from row to row. */
  dy: number;
}): string[];
declare function arrayGrid(entity: string, columns: number, rows: number, dx: number, dy: number): string[];

/** Repeat an entity or group around a center, counterclockwise. Returns the names of the copies: entity_2, entity_3, ... */
declare function array_polar(input: {
  /** The entity or group to repeat. */
  entity: string;
  /** x of the center. */
  cx: number;
  /** y of the center. */
  cy: number;
  /** Number of items, including the original. */
  count: number;
  /** Angle from the first to the last; negative is clockwise. Default: a full turn, evenly divided. */
  angle?: number;
  /** Whether the copies turn as well. Default: true. */
  rotate?: boolean;
  /** Unit of the angle. Default: radian. */
  angle_unit?: "radian" | "degree";
}): string[];
declare function arrayPolar(entity: string, cx: number, cy: number, count: number, angle?: number, rotate?: boolean, angle_unit?: "radian" | "degree"): string[];

/** Move entities so that an edge or the center of their bounds is in line with that of them all together, or with that of a reference, which stays. Returns the names of those that moved. */
declare function align(input: {
  /** Two entities or groups or more; with a target, one or more. */
  entities: string[];
  /** "left", "right", "top", "bottom", or "center_x", "center_y" for the middles. */
  edge?: "left" | "right" | "top" | "bottom" | "center_x" | "center_y";
  /** Reference: the name of an entity, group or part, or a point [x, y]. Default: the bounds of all together. */
  target?: string | number[];
  /** Instead of edge: "left", "center" or "right". With y, both directions in one call. */
  x?: "left" | "center" | "right";
  /** Instead of edge: "bottom", "center" or "top". */
  y?: "bottom" | "center" | "top";
  /** Move all by the same distance, so that their positions to each other stay. Needs a target. Default: false. */
  as_one?: boolean;
}): string[];
declare function align(entities: string[], edge?: "left" | "right" | "top" | "bottom" | "center_x" | "center_y"): string[];

/** Space entities evenly: equal gaps between their bounds. Without a gap the outer two stay; with one the first stays. Returns the names of those that moved. */
declare function distribute(input: {
  /** Three entities or groups or more (two with a gap). */
  entities: string[];
  /** "x" (left to right) or "y" (bottom to top). */
  direction: "x" | "y";
  /** Gap between neighbors; negative overlaps. Default: what the outer two leave. */
  gap?: number;
}): string[];
declare function distribute(entities: string[], direction: "x" | "y", gap?: number): string[];

/** Give an entity another name. */
declare function rename_entity(input: {
  /** The entity or group. */
  entity: string;
  /** Its new name; must be free. */
  new_name: string;
}): string;
declare function renameEntity(entity: string, new_name: string): string;

/** Delete an entity; deleting a group deletes what is in it. */
declare function delete_entity(input: {
  /** The entity or group. */
  name: string;
}): string;
declare function deleteEntity(name: string): string;

/** Put entities into a new group. They stay where they are; the group can be moved, turned and scaled as one. */
declare function create_group(input: {
  /** Name of the new group. */
  name: string;
  /** Names of the entities or groups to put in, back to front. */
  children: string[];
}): string;
declare function createGroup(name: string, children: string[]): string;

/** Dissolve a group; what was in it stays where it is. */
declare function ungroup(input: {
  /** The group. */
  name: string;
}): string;
declare function ungroup(name: string): string;

/** Move an entity into a group; its place in the drawing stays. */
declare function add_to_group(input: {
  /** The group. */
  group: string;
  /** The entity or group to put in. */
  entity: string;
}): string;
declare function addToGroup(group: string, entity: string): string;

/** Move an entity out of a group, to where the group itself stands in the tree; its place in the drawing stays. */
declare function remove_from_group(input: {
  /** The group. */
  group: string;
  /** The entity to take out. */
  entity: string;
}): string;
declare function removeFromGroup(group: string, entity: string): string;

/** List all entities from back to front. */
declare function list_entities(input?: {
  /** In the sandbox: objects with name and type instead of plain names. Default: false there, true elsewhere. */
  detail?: boolean;
}): string[] | { name: string; type: string }[];
declare function listEntities(detail?: boolean): string[] | { name: string; type: string }[];

/** Get everything about one entity: type, geometry, style, transform, group, children, and the parts other tools can refer to ('plate.edge[0]'). */
declare function get_entity(input: {
  /** The entity. */
  name: string;
}): object;
declare function getEntity(name: string): object;

/** Get the drawing's name, unit, number of entities and bounds. */
declare function get_scene_info(input?: {
}): { name: string; units: string; entity_count: number; bounds: { min: [number, number]; max: [number, number] } | null };

/** Tell whether an entity of that name exists. */
declare function exists(input: {
  /** The name. */
  entity: string;
}): boolean;
declare function exists(entity: string): boolean;

/** Get the exact bounds of an entity or group in the drawing, all transforms included: { min, max }, or null for an empty group. */
declare function get_world_bounds(input: {
  /** The entity or group. */
  entity: string;
}): { min: [number, number]; max: [number, number] } | null;
declare function getWorldBounds(entity: string): { min: [number, number]; max: [number, number] } | null;

/** Get where a point of an entity, in the entity's own coordinates, lies in the drawing. */
declare function get_world_point(input: {
  /** The entity or group. */
  entity: string;
  /** x in the coordinates in which the entity was drawn. */
  x: number;
  /** y in the coordinates in which the entity was drawn. */
  y: number;
}): [number, number];
declare function getWorldPoint(entity: string, x: number, y: number): [number, number];

/** Get the length of an entity's outline, or of a part of it, in the drawing. The outlines of holes count too; get_area_properties measures them apart. */
declare function get_length(input: {
  /** The entity or part ("plate.edge[0]"). */
  entity: string;
}): number;
declare function getLength(entity: string): number;

/** Get the area that an entity's outline encloses in the drawing, less the area of its holes. */
declare function get_area(input: {
  /** The entity; its outline must be closed. */
  entity: string;
}): number;
declare function getArea(entity: string): number;

/** Get the properties of a closed entity's area: { area, outer_perimeter, hole_perimeter, holes, centroid, moments: { xx, yy, xy } about the centroid, principal: { largest, smallest, angle } }. Holes are subtracted; angle is in radians. */
declare function get_area_properties(input: {
  /** The entity; its outline must be closed. */
  entity: string;
}): { area: number; outer_perimeter: number; hole_perimeter: number; holes: number; centroid: [number, number]; moments: { xx: number; yy: number; xy: number }; principal: { largest: number; smallest: number; angle: number } };
declare function getAreaProperties(entity: string): { area: number; outer_perimeter: number; hole_perimeter: number; holes: number; centroid: [number, number]; moments: { xx: number; yy: number; xy: number }; principal: { largest: number; smallest: number; angle: number } };

/** Keep a check with the drawing: the condition must hold. A check that fails is reported in every reply, in the panel of checks, and by `trammel check`. It never stops the code. Returns whether it holds now. */
declare function expect(input: {
  /** The condition; the code computes it. */
  condition: boolean;
  /** Condition in words, as shown to the user. */
  text?: string;
}): boolean;
declare function expect(condition: boolean, text?: string): boolean;

/** Keep a check with the drawing: a computed number must be near the expected one. Like `expect`. */
declare function expect_near(input: {
  /** The computed number, for example from `get_area`. */
  actual: number;
  /** The number it must have. */
  expected: number;
  /** Largest difference. Default: a millionth of the expected number, at least 0.000001. */
  tolerance?: number;
  /** Condition in words, as shown to the user. */
  text?: string;
}): boolean;
declare function expectNear(actual: number, expected: number, tolerance?: number, text?: string): boolean;

/** Keep a check with the drawing: two outlines must stay apart by at least a distance. Like `expect`. */
declare function expect_clearance(input: {
  /** Name of an entity or part, or a point [x, y]. */
  entity: string | number[];
  /** Name of an entity or part, or a point [x, y]. */
  target: string | number[];
  /** Smallest distance between the outlines. */
  min: number;
  /** Condition in words, as shown to the user. */
  text?: string;
}): boolean;
declare function expectClearance(entity: string | number[], target: string | number[], min: number, text?: string): boolean;

/** Keep a check with the drawing: an entity must lie inside a closed one, and not in its holes. Like `expect`. */
declare function expect_inside(input: {
  /** The entity inside. */
  entity: string;
  /** The closed entity around it. */
  target: string;
  /** Smallest distance between their outlines. Default: 0, they may touch. */
  clearance?: number;
  /** Condition in words, as shown to the user. */
  text?: string;
}): boolean;
declare function expectInside(entity: string, target: string, clearance?: number, text?: string): boolean;

/** Keep a check with the drawing: all outlines of an entity or a group must be closed. Like `expect`. */
declare function expect_closed(input: {
  /** The entity. */
  entity: string;
  /** Condition in words, as shown to the user. */
  text?: string;
}): boolean;
declare function expectClosed(entity: string, text?: string): boolean;

/** Get the center of an entity's area, or of its line when it is open: [x, y]. */
declare function get_centroid(input: {
  /** The entity or part ("plate.edge[0]"). */
  entity: string;
}): [number, number];
declare function getCentroid(entity: string): [number, number];

/** Get how an entity is placed in the drawing, all groups included: { matrix, translate, rotate, scale, shear }; matrix is [a, b, c, d, e, f] with x' = a x + c y + e and y' = b x + d y + f. */
declare function get_world_transform(input: {
  /** The entity or group. */
  entity: string;
}): { matrix: number[]; translate?: [number, number]; rotate?: number; scale?: [number, number]; shear?: number };
declare function getWorldTransform(entity: string): { matrix: number[]; translate?: [number, number]; rotate?: number; scale?: [number, number]; shear?: number };

/** Measure the shortest distance between the outlines of two entities, groups, parts or points: { distance, from, to, dx, dy }. It is 0 where outlines meet. */
declare function measure_distance(input: {
  /** Name of an entity or part, or a point [x, y]. */
  entity: string | number[];
  /** Name of an entity or part, or a point [x, y]. */
  target: string | number[];
}): { distance: number; from: [number, number]; to: [number, number]; dx: number; dy: number };
declare function measureDistance(entity: string | number[], target: string | number[]): { distance: number; from: [number, number]; to: [number, number]; dx: number; dy: number };

/** Measure the angle from one straight line to another, counterclockwise: { angle, between }; between is the smaller angle between the lines, from 0 to a right angle. */
declare function measure_angle(input: {
  /** Name of a straight line or part, or a direction [dx, dy]. */
  entity: string | number[];
  /** Name of a straight line or part, or a direction [dx, dy]. */
  target: string | number[];
  /** Unit of the answer. Default: radian. */
  angle_unit?: "radian" | "degree";
}): { angle: number; between: number };
declare function measureAngle(entity: string | number[], target: string | number[], angle_unit?: "radian" | "degree"): { angle: number; between: number };

/** Measure the pieces of an entity's outline in the drawing: { total, parts: [{ part, type, from, to, length, ... }] }. type is "line", "arc" (with center, radius, sweep), "ellipse" (with center) or "curve". A part is a reference: 'plate.edge[0]'. */
declare function measure_parts(input: {
  /** The entity. */
  entity: string;
  /** First piece, from 0. Default: 0. */
  first?: number;
  /** Number of pieces. Default: 60. */
  count?: number;
}): { total: number; parts: object[]; closed: boolean };
declare function measureParts(entity: string, first?: number, count?: number): { total: number; parts: object[]; closed: boolean };

/** Get the points where two entities cross or touch: { points: [[x, y], ...] }, sorted along the first. */
declare function get_intersection(input: {
  /** One entity or part ("plate.edge[0]"). */
  a: string;
  /** The other entity or part. */
  b: string;
}): { points: [number, number][] };
declare function getIntersection(a: string, b: string): { points: [number, number][] };

/** Get the point at a distance along an entity's outline from a point on it: { point: [x, y] }. Positive distances go toward the end, negative ones toward the start. */
declare function get_point_at_distance(input: {
  /** The entity or part ("plate.edge[0]"). */
  entity: string;
  /** A point on or near the outline, [x, y]. */
  from: number[];
  /** Distance along the outline. */
  distance: number;
}): { point: [number, number] };
declare function getPointAtDistance(entity: string, from: number[], distance: number): { point: [number, number] };

/** Get the point of an entity's outline nearest to a point: { point, distance, s, seg, t }; s is the distance along the outline, seg is the index of the segment, and t the parameter on it, 0 to 1. */
declare function get_nearest_point(input: {
  /** The entity or part ("plate.edge[0]"). */
  entity: string;
  /** The reference point, [x, y]. */
  point: number[];
}): { point: [number, number]; distance: number; s: number; seg: number; t: number };
declare function getNearestPoint(entity: string, point: number[]): { point: [number, number]; distance: number; s: number; seg: number; t: number };

/** Tell whether a point lies inside a closed entity; its border counts as inside, holes do not. */
declare function contains_point(input: {
  /** The entity. */
  entity: string;
  /** The point, [x, y]. */
  point: number[];
}): boolean;
declare function containsPoint(entity: string, point: number[]): boolean;

/** Find entities by type, layer, group, place. All conditions must hold; without any, everything. Returns names, nearest first with near, else back to front. */
declare function find_entities(input?: {
  /** Type such as "circle" or "group". */
  type?: string;
  /** Only on this layer. */
  layer?: string;
  /** Only inside this group, at any depth. */
  group?: string;
  /** Only entities that lie wholly in this box, [x1, y1, x2, y2]. */
  within?: number[];
  /** Sort by the distance of the outline to this point, [x, y]. */
  near?: number[];
  /** Maximum number of results. Default: all. */
  limit?: number;
}): string[];
declare function findEntities(type?: string, layer?: string, group?: string, within?: number[], near?: number[], limit?: number): string[];

/** Find pairs of entities whose outlines meet or lie in each other: [{ a, b, kind }]; kind is "duplicate", "crossing", "shared_edge", "touching" or "contains" (b lies inside a). At most 200. */
declare function find_overlaps(input?: {
  /** Only pairs among these entities. Default: all. */
  entities?: string[];
}): { a: string; b: string; kind: string }[];
declare function findOverlaps(entities?: string[]): { a: string; b: string; kind: string }[];

/** Find grids, circles, and rows of alike entities (or holes of areas): [{ type, entities, center, missing, misplaced, ... }]. missing has the free positions, misplaced the entities near one with their offset `by`, inside and off_center how the pattern lies in the shape around it. */
declare function find_pattern(input?: {
  /** The entities to look at. Default: all. */
  entities?: string[];
}): object[];
declare function findPattern(entities?: string[]): object[];

/** Describe the drawing in a few lines of text: extent, counts, patterns of alike entities, groups, the largest entities, what looks wrong. */
declare function describe_scene(input?: {
  /** The most characters to answer, 200 to 8000. Default: 1500. */
  budget?: number;
}): string;
declare function describeScene(budget?: number): string;

/** Cut an open entity (line, arc, open path) at the point nearest to the given one and keep the part toward its start or its end. */
declare function trim_at(input: {
  /** The entity. */
  entity: string;
  /** Cut point, [x, y]. */
  point: number[];
  /** The part that stays: "start" or "end". */
  keep: "start" | "end";
}): string;
declare function trimAt(entity: string, point: number[], keep: "start" | "end"): string;

/** Cut an entity at the outlines of others and take away the part around a point. A closed one becomes open and needs two cuts. Returns { entity, type, pieces }: cut in two, the far part is a new entity. */
declare function trim(input: {
  /** The entity to trim. */
  entity: string;
  /** Entities that cut it. */
  entities: string[];
  /** A point on or near the part to take away, [x, y]. */
  point: number[];
}): { entity: string; type: string; pieces: string[]; became?: string };
declare function trim(entity: string, entities: string[], point: number[]): { entity: string; type: string; pieces: string[]; became?: string };

/** Lengthen an open entity to the nearest boundary ahead: a line goes straight on, an arc around its circle. */
declare function extend_to(input: {
  /** The entity to lengthen. */
  entity: string;
  /** The entity to reach. */
  target: string;
  /** The end to lengthen, "start" or "end". Default: the one with the shorter way. */
  end?: "start" | "end";
}): string;
declare function extendTo(entity: string, target: string, end?: "start" | "end"): string;

/** Cut an entity at points on it into pieces. Returns the names of the pieces in order; the first keeps the name. A closed outline cut once becomes one open entity. */
declare function split_at(input: {
  /** The entity. */
  entity: string;
  /** Points on or near its outline, [x1, y1, x2, y2, ...]. */
  points: number[];
}): string[];
declare function splitAt(entity: string, points: number[]): string[];

/** Make an open entity longer, or with a negative delta shorter, at one end. */
declare function lengthen(input: {
  /** The entity. */
  entity: string;
  /** Length to add; negative to take off. */
  delta: number;
  /** "start" or "end". Default: "end". */
  end?: "start" | "end";
}): string;
declare function lengthen(entity: string, delta: number, end?: "start" | "end"): string;

/** Round the corner of two entities with an arc that touches both; they are trimmed or extended to it. Radius 0 lets them meet in a sharp corner. Closed entities stay whole. Returns { a, b, arc }. Two adjacent edges of one entity, such as "plate.edge[0]" and "plate.edge[1]", are rounded in place. */
declare function fillet(input: {
  /** One entity or edge. */
  entity: string;
  /** The other entity or edge. */
  target: string;
  /** Radius, 0 or more. */
  radius: number;
}): string | { a: string; b: string; arc: string | null };
declare function fillet(entity: string, target: string, radius: number): string | { a: string; b: string; arc: string | null };

/** Cut the corner of two entities off with a straight line; they are trimmed or extended to it. Returns { a, b, line }. */
declare function chamfer(input: {
  /** One entity or edge. */
  entity: string;
  /** The other entity or edge. */
  target: string;
  /** Distance from the corner along `entity`. */
  distance: number;
  /** Distance from the corner along `target`. Default: the same. */
  distance2?: number;
}): string | { a: string; b: string; line: string | null };
declare function chamfer(entity: string, target: string, distance: number, distance2?: number): string | { a: string; b: string; line: string | null };

/** Round corners of one polyline, rectangle, polygon or path. */
declare function fillet_corners(input: {
  /** The entity. */
  entity: string;
  /** Radius, 0 or more. */
  radius: number;
  /** Which corners: numbers of points from 0, in the order of the outline (of a rect counterclockwise from the lower left). Default: all. */
  corners?: number[];
}): string;
declare function filletCorners(entity: string, radius: number, corners?: number[]): string;

/** Join open entities whose ends meet into one, in any order and direction; closed when the ends come together. The result replaces them. */
declare function join(input: {
  /** Entities to join, two or more. */
  entities: string[];
  /** Name of the result; may be the name of one of them. */
  result: string;
}): string;
declare function join(entities: string[], result: string): string;

/** Take an entity apart into its pieces: lines, arcs, curves, one entity each. Returns their names; the entity goes. */
declare function explode(input: {
  /** The entity. */
  entity: string;
}): string[];
declare function explode(entity: string): string[];

/** Turn the direction of an entity around: its start becomes its end. */
declare function reverse(input: {
  /** The entity. */
  entity: string;
}): string;
declare function reverse(entity: string): string;

/** Draw the parallel at a distance; the originals stay. Beside one open outline it is a line, arc or path (several, named result_1, result_2, ..., where bends cut it apart); around closed shapes and groups, and for both sides, a region: grow an area with side "outside" or shrink it with "inside", holes included. Ellipses and Béziers are followed by arcs to a millionth of their size. */
declare function offset(input: {
  /** One open entity, or closed entities and groups, which count as one area. */
  entities: string[];
  /** Distance, above 0. */
  distance: number;
  /** Name of the result. */
  result: string;
  /** Open: "left" (default) or "right" of the direction of travel; closed: "outside" (default) or "inside". "both": the band between the two. */
  side?: "left" | "right" | "outside" | "inside" | "both";
  /** Corners that open: "round", "miter" or "bevel". Default: miter. "round" also rounds the ends of a band. */
  join?: "round" | "miter" | "bevel";
  /** Stroke and fill. Default: those of the first entity. */
  style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } };
  /** Layer of the result, which gives the stroke. Default: that of the first entity. */
  layer?: string;
  /** Keep the originals. Default: true. */
  keep?: boolean;
}): string | { entities: string[] };
declare function offset(entities: string[], distance: number, result: string): string | { entities: string[] };

/** Unite areas into one region: circles, ellipses, closed arcs, lines and paths, polygons, regions, groups. */
declare function boolean_union(input: {
  /** Two shapes or more, the first one leading. */
  entities: string[];
  /** Name of the result; may be that of an operand that is used up. Edges nearer than a billionth of the size are welded. */
  result: string;
  /** Stroke and fill. Default: those of the first shape. */
  style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } };
  /** Layer of the result, which gives the stroke. Default: that of the first shape. */
  layer?: string;
  /** Keep the operands. Default: false, they are deleted. */
  keep?: boolean;
}): string;
declare function booleanUnion(entities: string[], result: string): string;

/** Cut the areas of the other shapes out of the first. */
declare function boolean_difference(input: {
  /** Two shapes or more, the first one leading. */
  entities: string[];
  /** Name of the result; may be that of an operand that is used up. Edges nearer than a billionth of the size are welded. */
  result: string;
  /** Stroke and fill. Default: those of the first shape. */
  style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } };
  /** Layer of the result, which gives the stroke. Default: that of the first shape. */
  layer?: string;
  /** Keep the operands. Default: false, they are deleted. */
  keep?: boolean;
}): string;
declare function booleanDifference(entities: string[], result: string): string;

/** Keep the area common to all shapes. */
declare function boolean_intersect(input: {
  /** Two shapes or more, the first one leading. */
  entities: string[];
  /** Name of the result; may be that of an operand that is used up. Edges nearer than a billionth of the size are welded. */
  result: string;
  /** Stroke and fill. Default: those of the first shape. */
  style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } };
  /** Layer of the result, which gives the stroke. Default: that of the first shape. */
  layer?: string;
  /** Keep the operands. Default: false, they are deleted. */
  keep?: boolean;
}): string;
declare function booleanIntersect(entities: string[], result: string): string;

/** Keep the area that lies in exactly one of two shapes (of more: in an odd number). */
declare function boolean_xor(input: {
  /** Two shapes or more, the first one leading. */
  entities: string[];
  /** Name of the result; may be that of an operand that is used up. Edges nearer than a billionth of the size are welded. */
  result: string;
  /** Stroke and fill. Default: those of the first shape. */
  style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } };
  /** Layer of the result, which gives the stroke. Default: that of the first shape. */
  layer?: string;
  /** Keep the operands. Default: false, they are deleted. */
  keep?: boolean;
}): string;
declare function booleanXor(entities: string[], result: string): string;

/** Draw the convex hull of shapes and groups together, curves included; the originals stay. */
declare function convex_hull(input: {
  /** Shapes or groups. The first one gives the default style and layer. */
  entities: string[];
  /** Name of the new region. */
  result: string;
  /** Stroke and fill. Default: those of the first shape. */
  style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } };
  /** Layer of the result, which gives the stroke. Default: that of the first shape. */
  layer?: string;
  /** Keep the originals. Default: true. */
  keep?: boolean;
}): string;
declare function convexHull(entities: string[], result: string): string;

/** Split a region into its connected pieces, each an outer boundary with its holes, named result_1, result_2, ... in the order of their lowest points; the original is deleted. */
declare function decompose(input: {
  /** The region, or another shape with area. */
  entity: string;
  /** Start of the names of the pieces. */
  result: string;
  /** Keep the original. Default: false. */
  keep?: boolean;
}): { entities: string[] };
declare function decompose(entity: string, result: string): { entities: string[] };

/** Dimension the horizontal or vertical distance of two points. It follows the points when they are given as parts of entities ("plate.point[1]", "hole.center"). */
declare function dimension_linear(input: {
  /** Name of the new entity; unique in the drawing. */
  name: string;
  /** One end: a point [x, y] or a part that is a point; or a straight edge ("plate.edge[0]"), without to. */
  from: string | number[];
  /** The other end: a point [x, y] or a part that is a point. A text without room between the extension lines stands beyond it, so swapping from and to moves that text to the other end. */
  to?: string | number[];
  /** Distance of the dimension line from the points: positive is above or right, negative below or left. Default: 4 times text_height. */
  offset?: number;
  /** Measured direction. Default: the larger of the two. */
  direction?: "horizontal" | "vertical";
  /** Text in the place of the value; <> in it is the value. */
  text?: string;
  /** Height of the text, in drawing units; arrowheads and gaps go with it. Default: 2.5. */
  text_height?: number;
  /** Length of an arrowhead. Default: text_height. */
  arrow_size?: number;
  /** Decimals at most, 0 to 8. Default: 2. */
  decimals?: number;
  /** Written after the number, for example " mm". */
  suffix?: string;
  /** Middle of the text [x, y]; the lines stay. It follows as the dimension line does. Default: at the dimension line. */
  text_at?: number[];
  /** Tolerance after the value: 0.1 is written as ±0.1, { upper: 0.1, lower: -0.05 } as +0.1 -0.05. Both limits are signed; those of an angle are in degrees. */
  tolerance?: number | { upper?: number; lower?: number };
  /** Fit after the value, such as "H7". */
  fit?: string;
  /** Stroke of the lines; its color is that of arrowheads and text. Default: ink, a tenth of text_height wide. */
  style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } };
  /** Layer to draw on; its color and line weight are the stroke's defaults. */
  layer?: string;
  /** Replace an entity of this name, keeping its place in the order, instead of refusing. */
  replace?: boolean;
}): string;
declare function dimensionLinear(name: string, from: string | number[], to?: string | number[], offset?: number, direction?: "horizontal" | "vertical"): string;

/** Dimension the true distance of two points, along the line between them, or of two parallel edges, across them. */
declare function dimension_aligned(input: {
  /** Name of the new entity; unique in the drawing. */
  name: string;
  /** One end: a point [x, y] or a part that is a point; or a straight edge ("plate.edge[0]"), without to for its length. */
  from: string | number[];
  /** The other end: a point [x, y] or a part that is a point; or, with an edge as from, a parallel edge. Swapping from and to moves the dimension line to the other side, and a text without room between the extension lines to the other end. */
  to?: string | number[];
  /** Distance of the dimension line from the points: positive is to the left of the way from -> to; of edges, from the middle of the first one. Default: 4 times text_height, beyond the first edge. */
  offset?: number;
  /** Text in the place of the value; <> in it is the value. */
  text?: string;
  /** Height of the text, in drawing units; arrowheads and gaps go with it. Default: 2.5. */
  text_height?: number;
  /** Length of an arrowhead. Default: text_height. */
  arrow_size?: number;
  /** Decimals at most, 0 to 8. Default: 2. */
  decimals?: number;
  /** Written after the number, for example " mm". */
  suffix?: string;
  /** Middle of the text [x, y]; the lines stay. It follows as the dimension line does. Default: at the dimension line. */
  text_at?: number[];
  /** Tolerance after the value: 0.1 is written as ±0.1, { upper: 0.1, lower: -0.05 } as +0.1 -0.05. Both limits are signed; those of an angle are in degrees. */
  tolerance?: number | { upper?: number; lower?: number };
  /** Fit after the value, such as "H7". */
  fit?: string;
  /** Stroke of the lines; its color is that of arrowheads and text. Default: ink, a tenth of text_height wide. */
  style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } };
  /** Layer to draw on; its color and line weight are the stroke's defaults. */
  layer?: string;
  /** Replace an entity of this name, keeping its place in the order, instead of refusing. */
  replace?: boolean;
}): string;
declare function dimensionAligned(name: string, from: string | number[], to?: string | number[], offset?: number): string;

/** Dimension the angle between two straight edges, or at a vertex between two points. It follows the edges. */
declare function dimension_angular(input: {
  /** Name of the new entity; unique in the drawing. */
  name: string;
  /** A straight edge or line ("roof.edge[0]"); with vertex: a point on one side. */
  entity: string | number[];
  /** The other straight edge or line; with vertex: a point on the other side. */
  target: string | number[];
  /** The corner, a point [x, y] or a part that is a point. Default: where the two edges meet. */
  vertex?: string | number[];
  /** A point of the dimension's arc [x, y], in the angle that is meant. Default: the angle between the edges. */
  at?: number[];
  /** Text in the place of the value; <> in it is the value. */
  text?: string;
  /** Height of the text, in drawing units; arrowheads and gaps go with it. Default: 2.5. */
  text_height?: number;
  /** Length of an arrowhead. Default: text_height. */
  arrow_size?: number;
  /** Decimals at most, 0 to 8. Default: 2. */
  decimals?: number;
  /** Written after the number, for example " mm". */
  suffix?: string;
  /** Middle of the text [x, y]; the lines stay. It follows as the dimension line does. Default: at the dimension line. */
  text_at?: number[];
  /** Tolerance after the value: 0.1 is written as ±0.1, { upper: 0.1, lower: -0.05 } as +0.1 -0.05. Both limits are signed; those of an angle are in degrees. */
  tolerance?: number | { upper?: number; lower?: number };
  /** Fit after the value, such as "H7". */
  fit?: string;
  /** Stroke of the lines; its color is that of arrowheads and text. Default: ink, a tenth of text_height wide. */
  style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } };
  /** Layer to draw on; its color and line weight are the stroke's defaults. */
  layer?: string;
  /** Replace an entity of this name, keeping its place in the order, instead of refusing. */
  replace?: boolean;
}): string;
declare function dimensionAngular(name: string, entity: string | number[], target: string | number[], vertex?: string | number[], at?: number[]): string;

/** Dimension the radius of a circle or arc, which it follows. */
declare function dimension_radius(input: {
  /** Name of the new entity; unique in the drawing. */
  name: string;
  /** The circle, the arc, or a round edge ("slot.arc[0]"). */
  target: string;
  /** End of the dimension line [x, y]. Outside the circle, the text begins beside it, after a short horizontal line; inside, the text stands above the middle of the line through it. Default: outside, up to the right; for an arc that has no point there, outside its middle. */
  at?: number[];
  /** Text in the place of the value; <> in it is the value. */
  text?: string;
  /** Height of the text, in drawing units; arrowheads and gaps go with it. Default: 2.5. */
  text_height?: number;
  /** Length of an arrowhead. Default: text_height. */
  arrow_size?: number;
  /** Decimals at most, 0 to 8. Default: 2. */
  decimals?: number;
  /** Written after the number, for example " mm". */
  suffix?: string;
  /** Middle of the text [x, y]; the lines stay. It follows as the dimension line does. Default: at the dimension line. */
  text_at?: number[];
  /** Tolerance after the value: 0.1 is written as ±0.1, { upper: 0.1, lower: -0.05 } as +0.1 -0.05. Both limits are signed; those of an angle are in degrees. */
  tolerance?: number | { upper?: number; lower?: number };
  /** Fit after the value, such as "H7". */
  fit?: string;
  /** Stroke of the lines; its color is that of arrowheads and text. Default: ink, a tenth of text_height wide. */
  style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } };
  /** Layer to draw on; its color and line weight are the stroke's defaults. */
  layer?: string;
  /** Replace an entity of this name, keeping its place in the order, instead of refusing. */
  replace?: boolean;
}): string;
declare function dimensionRadius(name: string, target: string, at?: number[]): string;

/** Dimension the diameter of a circle or arc, which it follows. */
declare function dimension_diameter(input: {
  /** Name of the new entity; unique in the drawing. */
  name: string;
  /** The circle, the arc, or a round edge ("slot.arc[0]"). */
  target: string;
  /** End of the dimension line [x, y]. Outside the circle, the text begins beside it, after a short horizontal line; inside, the text stands above the middle of the line through it. Default: outside, up to the right; for an arc that has no point there, outside its middle. */
  at?: number[];
  /** Text in the place of the value; <> in it is the value. */
  text?: string;
  /** Height of the text, in drawing units; arrowheads and gaps go with it. Default: 2.5. */
  text_height?: number;
  /** Length of an arrowhead. Default: text_height. */
  arrow_size?: number;
  /** Decimals at most, 0 to 8. Default: 2. */
  decimals?: number;
  /** Written after the number, for example " mm". */
  suffix?: string;
  /** Middle of the text [x, y]; the lines stay. It follows as the dimension line does. Default: at the dimension line. */
  text_at?: number[];
  /** Tolerance after the value: 0.1 is written as ±0.1, { upper: 0.1, lower: -0.05 } as +0.1 -0.05. Both limits are signed; those of an angle are in degrees. */
  tolerance?: number | { upper?: number; lower?: number };
  /** Fit after the value, such as "H7". */
  fit?: string;
  /** Stroke of the lines; its color is that of arrowheads and text. Default: ink, a tenth of text_height wide. */
  style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } };
  /** Layer to draw on; its color and line weight are the stroke's defaults. */
  layer?: string;
  /** Replace an entity of this name, keeping its place in the order, instead of refusing. */
  replace?: boolean;
}): string;
declare function dimensionDiameter(name: string, target: string, at?: number[]): string;

/** Dimension the distances between neighboring points in one row, in their order along the direction. A text without room between its extension lines moves away from the points, so that no two texts overlap. Each dimension follows its two points. Returns { entities: [name_1, name_2, ...] }, with total also name_total. */
declare function dimension_chain(input: {
  /** Start of the names of the dimensions. */
  name: string;
  /** Points [x, y], or parts that are points ("plate.point[1]", "hole.center"), which the dimensions follow. */
  points: (string | number[])[];
  /** Measured direction. Default: the larger extent of the points. */
  direction?: "horizontal" | "vertical";
  /** Distance of the first dimension line from the points: positive is above or right of all of them, negative below or left. Default: 4 times text_height. */
  offset?: number;
  /** Whether to add the overall dimension name_total, one row further away. Default: false. */
  total?: boolean;
  /** Height of the text, in drawing units; arrowheads and gaps go with it. Default: 2.5. */
  text_height?: number;
  /** Length of an arrowhead. Default: text_height. */
  arrow_size?: number;
  /** Decimals at most, 0 to 8. Default: 2. */
  decimals?: number;
  /** Written after the number, for example " mm". */
  suffix?: string;
  /** Tolerance of each value: 0.1 is written as ±0.1, { upper: 0.1, lower: -0.05 } as +0.1 -0.05. */
  tolerance?: number | { upper?: number; lower?: number };
  /** Fit of each value, written after it, such as "H7". */
  fit?: string;
  /** Stroke of the lines; its color is that of arrowheads and text. Default: ink, a tenth of text_height wide. */
  style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } };
  /** Layer to draw on; its color and line weight are the stroke's defaults. */
  layer?: string;
  /** Replace entities of these names, keeping their places in the order, instead of refusing. */
  replace?: boolean;
}): { entities: string[] };
declare function dimensionChain(name: string, points: (string | number[])[], direction?: "horizontal" | "vertical", offset?: number, total?: boolean): { entities: string[] };

/** Dimension the distances from the first point to each other point, in rows, the shortest nearest to the points. A text without room between its extension lines stands beyond the first point. Each dimension follows its two points. Returns { entities: [name_1, name_2, ...] }, the shortest first. */
declare function dimension_baseline(input: {
  /** Start of the names of the dimensions. */
  name: string;
  /** Points [x, y], or parts that are points ("plate.point[1]", "hole.center"), which the dimensions follow. */
  points: (string | number[])[];
  /** Measured direction. Default: the larger extent of the points. */
  direction?: "horizontal" | "vertical";
  /** Distance of the first dimension line from the points: positive is above or right of all of them, negative below or left. Default: 4 times text_height. */
  offset?: number;
  /** Distance from row to row, at least 2 times text_height. Default: 3 times text_height. */
  spacing?: number;
  /** Height of the text, in drawing units; arrowheads and gaps go with it. Default: 2.5. */
  text_height?: number;
  /** Length of an arrowhead. Default: text_height. */
  arrow_size?: number;
  /** Decimals at most, 0 to 8. Default: 2. */
  decimals?: number;
  /** Written after the number, for example " mm". */
  suffix?: string;
  /** Tolerance of each value: 0.1 is written as ±0.1, { upper: 0.1, lower: -0.05 } as +0.1 -0.05. */
  tolerance?: number | { upper?: number; lower?: number };
  /** Fit of each value, written after it, such as "H7". */
  fit?: string;
  /** Stroke of the lines; its color is that of arrowheads and text. Default: ink, a tenth of text_height wide. */
  style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } };
  /** Layer to draw on; its color and line weight are the stroke's defaults. */
  layer?: string;
  /** Replace entities of these names, keeping their places in the order, instead of refusing. */
  replace?: boolean;
}): { entities: string[] };
declare function dimensionBaseline(name: string, points: (string | number[])[], direction?: "horizontal" | "vertical", offset?: number, spacing?: number): { entities: string[] };

/** Dimension the overall width or height of an entity or group by its bounds, also of a rounded part without corner points. It follows the entity, and in a turned group it measures along the turned direction. */
declare function dimension_extent(input: {
  /** Name of the new entity; unique in the drawing. */
  name: string;
  /** The entity or group; annotations in a group do not count. */
  entity: string;
  /** Measured direction. Default: the larger of the two. */
  direction?: "horizontal" | "vertical";
  /** Distance of the dimension line from the bounds: positive is above or right, negative below or left. Default: 4 times text_height. */
  offset?: number;
  /** Text in the place of the value; <> in it is the value. */
  text?: string;
  /** Height of the text, in drawing units; arrowheads and gaps go with it. Default: 2.5. */
  text_height?: number;
  /** Length of an arrowhead. Default: text_height. */
  arrow_size?: number;
  /** Decimals at most, 0 to 8. Default: 2. */
  decimals?: number;
  /** Written after the number, for example " mm". */
  suffix?: string;
  /** Middle of the text [x, y]; the lines stay. It follows as the dimension line does. Default: at the dimension line. */
  text_at?: number[];
  /** Tolerance after the value: 0.1 is written as ±0.1, { upper: 0.1, lower: -0.05 } as +0.1 -0.05. Both limits are signed; those of an angle are in degrees. */
  tolerance?: number | { upper?: number; lower?: number };
  /** Fit after the value, such as "H7". */
  fit?: string;
  /** Stroke of the lines; its color is that of arrowheads and text. Default: ink, a tenth of text_height wide. */
  style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } };
  /** Layer to draw on; its color and line weight are the stroke's defaults. */
  layer?: string;
  /** Replace an entity of this name, keeping its place in the order, instead of refusing. */
  replace?: boolean;
}): string;
declare function dimensionExtent(name: string, entity: string, direction?: "horizontal" | "vertical", offset?: number): string;

/** Draw a leader: an arrow that points at something, and a text behind it. The tip follows what it points at. */
declare function leader(input: {
  /** Name of the new entity; unique in the drawing. */
  name: string;
  /** Target of the tip: a point [x, y], a part ("plate.edge[1]") or an entity. */
  target: string | number[];
  /** The bends and, last, where the text begins: [x1, y1, ...], one point or more. */
  points: number[];
  /** The text; "\n" begins a new line. */
  text: string;
  /** Height of the text, in drawing units; arrowheads and gaps go with it. Default: 2.5. */
  text_height?: number;
  /** Length of an arrowhead. Default: text_height. */
  arrow_size?: number;
  /** Stroke of the lines; its color is that of arrowheads and text. Default: ink, a tenth of text_height wide. */
  style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } };
  /** Layer to draw on; its color and line weight are the stroke's defaults. */
  layer?: string;
  /** Replace an entity of this name, keeping its place in the order, instead of refusing. */
  replace?: boolean;
}): string;
declare function leader(name: string, target: string | number[], points: number[], text: string): string;

/** Fill the area of closed entities with a pattern of lines, or solid. Holes stay free: list the hole's entity too. The hatch follows the entities. An area that entities enclose only together needs at, a point in it. An outline follows nothing. */
declare function hatch(input: {
  /** Name of the new entity; unique in the drawing. */
  name: string;
  /** The entities that bound the area, each closed; inside one of them and inside a second is outside again. With at, they may be open. */
  entities?: string[];
  /** A point [x, y] in the area, if the entities enclose it only together, such as crossing lines: the smallest area around it is filled. */
  at?: number[];
  /** Instead of entities: the outlines of the area as closed SVG path data with y up, such as "M0 0 L9 0 L9 5 Z". */
  outline?: string;
  /** "ansi31" (default, 45 degree lines), "ansi32", "ansi37", "lines", "grid", "cross", "dots", "brick", "honey" or "solid". */
  pattern?: string;
  /** Scale factor of the pattern, above 0; at 1, ansi31 has lines 3.175 apart and lines 1. Default: 1. */
  scale?: number;
  /** Rotation of the pattern. Default: 0. */
  angle?: number;
  /** Unit of the angle. Default: radian. */
  angle_unit?: "radian" | "degree";
  /** Stroke of the lines, or fill of a solid hatch. Default: ink, a tenth of scale wide. */
  style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } };
  /** Layer to draw on; its color and line weight are the defaults. */
  layer?: string;
  /** Replace an entity of this name, keeping its place in the order, instead of refusing. */
  replace?: boolean;
}): string;
declare function hatch(name: string, entities?: string[], pattern?: string, scale?: number, angle?: number, style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } }): string;

/** Draw a dimension, leader or hatch exactly as returned by get_entity. For new ones use the tools that measure. */
declare function draw_annotation(input: {
  /** Name of the new entity; unique in the drawing. */
  name: string;
  /** "dimension", "leader" or "hatch". */
  type: string;
  /** Its geometry, as returned by get_entity. */
  geometry: object;
  /** Stroke and fill. Default: ink outline 0.35 mm wide, no fill; a solid hatch is filled. */
  style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } };
  /** Layer to draw on; its color and line weight are the stroke's defaults. */
  layer?: string;
  /** Replace an entity of this name, keeping its place in the order, instead of refusing. */
  replace?: boolean;
}): string;
declare function drawAnnotation(name: string, type: string, geometry: object, style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } }): string;

/** Demand something of entities or their parts: two lines parallel, a distance of 40. Nothing moves until solve_constraints. Where there are two ways (sides, inside or outside) the nearer one is taken. Returns an id such as "c1". */
declare function add_constraint(input: {
  /** coincident (2 points), horizontal, vertical (line or 2 points), parallel, perpendicular, collinear (2 lines), tangent (line and circle, or 2 circles), equal (2 lines or 2 circles), concentric (2 circles), midpoint (point, line), symmetric (2 points, line or point), point_on (point, curve), fix (anything); with value: distance (points, lines), distance_x, distance_y (2 points or line), angle (2 lines, or a line against x), length (line), radius, diameter (circle). */
  kind: "coincident" | "horizontal" | "vertical" | "parallel" | "perpendicular" | "collinear" | "tangent" | "equal" | "concentric" | "midpoint" | "symmetric" | "point_on" | "fix" | "distance" | "distance_x" | "distance_y" | "angle" | "length" | "radius" | "diameter";
  /** Constrained entities, or parts such as "wall.start", "plate.edge[2]", "plate.point[0]", "hole.center". Arcs count as circles. To tie something to the origin, draw_point at 0, 0, constrain that point with fix, and refer to it. */
  entities: string[];
  /** Length, or angle from the first line's direction to the second's, for the kinds that measure. */
  value?: number;
  /** Unit of an angle. Default: radian. */
  angle_unit?: "radian" | "degree";
}): string;
declare function addConstraint(kind: "coincident" | "horizontal" | "vertical" | "parallel" | "perpendicular" | "collinear" | "tangent" | "equal" | "concentric" | "midpoint" | "symmetric" | "point_on" | "fix" | "distance" | "distance_x" | "distance_y" | "angle" | "length" | "radius" | "diameter", entities: string[], value?: number, angle_unit?: "radian" | "degree"): string;

/** List the constraints: id, kind, refs, value (angles in radians), and whether the drawing satisfies it as it is. */
declare function list_constraints(input?: {
}): object[];

/** Take a constraint away. Nothing moves. */
declare function remove_constraint(input: {
  /** Its id, for example "c1". */
  id: string;
}): string;
declare function removeConstraint(id: string): string;

/** Move entities, as little as possible, until the constraints hold. Returns { status: "fully", "under", "over" or "conflicting"; dof: degrees of freedom left; free: what can still move; conflicts and redundant: ids; moved }. What is locked or hidden stays. Entities of conflicting constraints are left as they are unless moving them helps. */
declare function solve_constraints(input?: {
}): { status: string; dof: number; free: string[]; conflicts: string[]; redundant: string[]; moved: { entity: string; by: number }[] };

/** Make a layer, or give one a new color and line weight, which the entities on it follow unless they have their own. */
declare function create_layer(input: {
  /** Name of the layer. */
  name: string;
  /** Stroke color of its entities. Default: ink. */
  color?: string | number[];
  /** Stroke width of its entities in drawing units. Default: 0.35 mm. */
  line_weight?: number;
}): string;
declare function createLayer(name: string, color?: string | number[], line_weight?: number): string;

/** Give a layer another name. Its entities stay on it. */
declare function rename_layer(input: {
  /** The layer. */
  layer: string;
  /** Its new name; must be free. */
  new_name: string;
}): string;
declare function renameLayer(layer: string, new_name: string): string;

/** Delete a layer. A layer with entities needs move_to; no entity is deleted. */
declare function delete_layer(input: {
  /** The layer. */
  layer: string;
  /** Layer that takes its entities, "" for no layer. Strokes that follow the layer change with it. Default: a layer with entities is refused. */
  move_to?: string;
}): string;
declare function deleteLayer(layer: string, move_to?: string): string;

/** Put an entity, or all of a group, on a layer. */
declare function set_layer(input: {
  /** The entity or group. */
  entity: string;
  /** The layer; leave out to take it off its layer. */
  layer?: string;
}): string;
declare function setLayer(entity: string, layer?: string): string;

/** List the layers: name, color, line weight and number of entities. */
declare function list_layers(input?: {
}): object[];

/** Set the name or the unit of the drawing. Numbers stay as they are, so another unit changes every size; convert_units keeps the sizes. */
declare function set_drawing(input?: {
  /** Name of the drawing. Default: stays as it is. */
  name?: string;
  /** The physical unit of one drawing unit. Default: stays as it is. */
  units?: "mm" | "cm" | "m" | "in" | "pt" | "px";
}): string;
declare function setDrawing(name?: string, units?: "mm" | "cm" | "m" | "in" | "pt" | "px"): string;

/** Convert the drawing to another unit: numbers change, and every size stays. Scales everything about the origin: entities, line widths, layers, tolerances, constraints. Calls after it are in the new unit. */
declare function convert_units(input: {
  /** The new unit. */
  units: "mm" | "cm" | "m" | "in" | "pt" | "px";
}): string;
declare function convertUnits(units: "mm" | "cm" | "m" | "in" | "pt" | "px"): string;

/** Check a drawing before laser cutting: open contours, gaps, duplicates, overlaps, crossings, and, with kerf and thickness, narrow places; one finding for each kind and entity. Returns { ok, complete, contours, counts, findings: [{ kind, entities, place, further_places?, size, message, repair? }] }. */
declare function check_for_cutting(input?: {
  /** Entities or groups to check. Default: all shown. */
  entities?: string[];
  /** Widest gap that counts as an error of drawing. Default: 0.05 mm. */
  tolerance?: number;
  /** Width of the cut; finds narrower features. */
  kerf?: number;
  /** Thickness of the sheet; finds narrower holes. */
  thickness?: number;
  /** Lines that are meant to be open, such as folds and living hinges: entities, groups, or layers. Default: none. */
  unclosed?: string[];
}): object;
declare function checkForCutting(entities?: string[]): object;

/** Repair what check_for_cutting finds: delete repeated contours, cut common stretches out of open contours, join ends. Returns { count, changes: [{ repair, entities, place, message }], remaining: findings }. */
declare function repair_for_cutting(input?: {
  /** Entities or groups to repair. Default: all shown. */
  entities?: string[];
  /** Widest gap to close. Default: 0.05 mm. */
  tolerance?: number;
}): { count: number; changes: object[]; remaining: object[] };
declare function repairForCutting(entities?: string[]): { count: number; changes: object[]; remaining: object[] };

/** Compensate closed contours for the width of the cut: outsides grow by half the kerf, holes shrink by it. Loose lines that close become one contour; open contours stay. Changes the design; prefer the kerf option of the export, which does not. Returns the names of the contours. */
declare function apply_kerf(input: {
  /** Width of the cut, above 0. */
  kerf: number;
  /** Entities or groups. What is a hole follows from these. Default: all shown. */
  entities?: string[];
  /** Exceptions: entities, groups, or layers that stay as drawn, like those of cut_as_drawn. Default: none. */
  except?: string[];
  /** Name of a group for the compensated copies; the originals then stay. Default: the originals change. */
  result?: string;
}): string[];
declare function applyKerf(kerf: number): string[];

/** Mark entities as drawn to size: a kerf, of the export or of apply_kerf, does not move their contours. Kerf coupons are marked already. */
declare function cut_as_drawn(input: {
  /** Entities or groups. */
  entities: string[];
  /** Whether they are cut as drawn; false takes the mark away. Default: true. */
  as_drawn?: boolean;
}): string[];
declare function cutAsDrawn(entities: string[]): string[];

/** Order in which a machine cuts the contours: inside before outside, with short travel. The drawing stays; the export has the option. Returns { order: [{ entity, index, start }], travel, travel_before }. */
declare function order_cuts(input?: {
  /** Entities or groups. Default: all shown. */
  entities?: string[];
  /** Start of the machine [x, y]. Default: [0, 0]. */
  from?: number[];
}): { order: object[]; travel: number; travel_before: number };
declare function orderCuts(entities?: string[]): { order: object[]; travel: number; travel_before: number };

/** Move parts onto sheets so that they do not overlap. What lies inside a part moves with it. Further sheets follow to the right. Returns { sheets, placed: [{ part, sheet, rotation }], left: names that fit on no sheet }. */
declare function nest(input: {
  /** Parts: groups or entities. */
  entities: string[];
  /** Width and height of a sheet. */
  sheet: number[];
  /** Smallest distance between two parts, 0 or more. Default: 2 mm. */
  gap?: number;
  /** Smallest distance to the edge of the sheet. Default: gap. */
  margin?: number;
  /** Allowed turns in degrees. Default: [0, 90]. */
  rotations?: number[];
  /** Lower left corner of the first sheet [x, y]. Default: [0, 0]. */
  at?: number[];
}): { sheets: number; placed: object[]; left: string[] };
declare function nest(entities: string[], sheet: number[], gap?: number): { sheets: number; placed: object[]; left: string[] };

/** Draw a panel with finger joints as a polygon. An edge with "fingers" fits an equally long edge with "notches". The kerf is an option of the export. */
declare function draw_finger_panel(input: {
  /** Name of the polygon. */
  name: string;
  /** Left edge. */
  x: number;
  /** Bottom edge. */
  y: number;
  /** Outer width, fingers included. */
  width: number;
  /** Outer height, fingers included. */
  height: number;
  /** Thickness of the sheet: the depth of the notches. */
  thickness: number;
  /** Edges [bottom, right, top, left]: "fingers", "notches" or "plain". */
  edges: ("plain" | "fingers" | "notches")[];
  /** Approximate width of a finger. Default: 3 times thickness. */
  finger?: number;
  /** Gap between a finger and its notch, on each side of the finger; negative for a tight fit. Default: 0. */
  clearance?: number;
  /** Stroke and fill. Default: ink outline 0.35 mm wide, no fill. */
  style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } };
  /** Layer to draw on; its color and line weight are the stroke's defaults. */
  layer?: string;
  /** Replace an entity of this name, keeping its place in the order, instead of refusing. */
  replace?: boolean;
}): string;
declare function drawFingerPanel(name: string, x: number, y: number, width: number, height: number, thickness: number, edges: ("plain" | "fingers" | "notches")[]): string;

/** Draw one edge of a part with finger joints as an open polyline: join it with the other edges. The fingers reach to the line from-to, and the gaps go into the part by thickness. An edge that starts with a finger fits one of the same length that starts with a gap. */
declare function finger_edge(input: {
  /** Name of the new entity; unique in the drawing. */
  name: string;
  /** Corner of the part at which the edge starts [x, y]. */
  from: number[];
  /** Corner of the part at which the edge ends [x, y]. */
  to: number[];
  /** Thickness of the sheet: the depth of the gaps. */
  thickness: number;
  /** Approximate width of a finger; the number of fingers and gaps is odd. Default: 3 times thickness. */
  finger?: number;
  /** Start and end with a "finger" (default) or a "gap". */
  starts?: "finger" | "gap";
  /** Side of the line from-to on which the part lies: "left" (default, for a counterclockwise outline) or "right". */
  side?: "left" | "right";
  /** Gap between a finger and its notch, on each side of the finger; negative for a tight fit. Default: 0. */
  clearance?: number;
  /** Length left out at the start: thickness where the edge before ends with a gap at a right angle. Default: 0. */
  start_inset?: number;
  /** Length left out at the end: thickness where the next edge starts with a gap at a right angle. Default: 0. */
  end_inset?: number;
  /** Stroke and fill. Default: ink outline 0.35 mm wide, no fill. */
  style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } };
  /** Layer to draw on; its color and line weight are the stroke's defaults. */
  layer?: string;
  /** Replace an entity of this name, keeping its place in the order, instead of refusing. */
  replace?: boolean;
}): string;
declare function fingerEdge(name: string, from: number[], to: number[], thickness: number, finger?: number, starts?: "finger" | "gap"): string;

/** Draw a comb that measures the kerf, as a group. Each slot is narrower than the sheet by the kerf beside it. It is marked as cut_as_drawn, so no kerf changes it: the label of the slot that holds a piece of the sheet is the kerf. */
declare function draw_kerf_coupon(input: {
  /** Name of the group. */
  name: string;
  /** Left edge. */
  x: number;
  /** Bottom edge. */
  y: number;
  /** Measured thickness of the sheet. */
  thickness: number;
  /** Smallest kerf. Default: 0. */
  from?: number;
  /** Largest kerf. Default: 0.4. */
  to?: number;
  /** Step from slot to slot. Default: 0.05. */
  step?: number;
  /** Layer of the outline and the labels. */
  layer?: string;
  /** Layer of the labels, which are engraved. Default: layer. */
  label_layer?: string;
}): string;
declare function drawKerfCoupon(name: string, x: number, y: number, thickness: number): string;

