// Functions of the drawing sandbox. Generated from the tool list; do not edit.

/** Draw a segment or polyline through points, optionally closed. */
declare function draw_line(input: {
  /** Name of the new entity; unique in the drawing. */
  name: string;
  /** Coordinates [x1, y1, x2, y2, ...], two points or more. */
  points: number[];
  /** Join the last point to the first. Default: false. */
  closed?: boolean;
  /** Stroke and fill. Default: ink outline of width 1, no fill. */
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
  /** Stroke and fill. Default: ink outline of width 1, no fill. */
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
  /** Stroke and fill. Default: ink outline of width 1, no fill. */
  style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } };
  /** Layer to draw on; its color and line weight are the stroke's defaults. */
  layer?: string;
  /** Replace an entity of this name, keeping its place in the order, instead of refusing. */
  replace?: boolean;
}): string;
declare function drawRect(name: string, x: number, y: number, width: number, height: number, corner_radius?: number, style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } }): string;

/** Draw a circular arc, counter-clockwise from start_angle to end_angle. 0 points along +x. A full turn is a whole circle. */
declare function draw_arc(input: {
  /** Name of the new entity; unique in the drawing. */
  name: string;
  /** Center x. */
  cx: number;
  /** Center y. */
  cy: number;
  /** Radius, above 0. */
  radius: number;
  /** Where the arc starts. */
  start_angle: number;
  /** Where the arc ends; when it is not larger than start_angle, one turn is added. */
  end_angle: number;
  /** Unit of both angles. Default: radian. */
  angle_unit?: "radian" | "degree";
  /** Stroke and fill. Default: ink outline of width 1, no fill. */
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
  /** Stroke and fill. Default: ink outline of width 1, no fill. */
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
  /** Stroke and fill. Default: ink outline of width 1, no fill. */
  style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } };
  /** Layer to draw on; its color and line weight are the stroke's defaults. */
  layer?: string;
  /** Replace an entity of this name, keeping its place in the order, instead of refusing. */
  replace?: boolean;
}): string;
declare function drawRegularPolygon(name: string, cx: number, cy: number, radius: number, sides: number, style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } }): string;

/** Draw an ellipse, or with two angles an elliptic arc, counter-clockwise. */
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
  /** Stroke and fill. Default: ink outline of width 1, no fill. */
  style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } };
  /** Layer to draw on; its color and line weight are the stroke's defaults. */
  layer?: string;
  /** Replace an entity of this name, keeping its place in the order, instead of refusing. */
  replace?: boolean;
}): string;
declare function drawEllipse(name: string, cx: number, cy: number, rx: number, ry: number, rotation?: number, start_angle?: number, end_angle?: number, style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } }): string;

/** Draw curves given as SVG path data (M L H V C S Q T A Z, absolute or relative, several subpaths), with y pointing up. */
declare function draw_bezier(input: {
  /** Name of the new entity; unique in the drawing. */
  name: string;
  /** SVG path data, for example "M0,0 C0,100 100,100 100,0". */
  path: string;
  /** Stroke and fill. Default: ink outline of width 1, no fill. */
  style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } };
  /** Layer to draw on; its color and line weight are the stroke's defaults. */
  layer?: string;
  /** Replace an entity of this name, keeping its place in the order, instead of refusing. */
  replace?: boolean;
}): string;
declare function drawBezier(name: string, path: string, style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } }): string;

/** Draw a point: a dot as wide as its stroke, to measure from and snap to. */
declare function draw_point(input: {
  /** Name of the new entity; unique in the drawing. */
  name: string;
  /** x. */
  x: number;
  /** y. */
  y: number;
  /** Stroke and fill. Default: ink outline of width 1, no fill. */
  style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } };
  /** Layer to draw on; its color and line weight are the stroke's defaults. */
  layer?: string;
  /** Replace an entity of this name, keeping its place in the order, instead of refusing. */
  replace?: boolean;
}): string;
declare function drawPoint(name: string, x: number, y: number, style?: { stroke?: { color?: string | number[]; width?: number; dash?: number[]; cap?: "butt" | "round" | "square"; join?: "miter" | "round" | "bevel" }; fill?: { color?: string | number[] } }): string;

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
  name: string;
  /** "front", "back", "above:other", "below:other", or a number of steps (positive to the front). */
  mode: string | number;
}): string;
declare function drawOrder(name: string, mode: string | number): string;

/** List the drawing order from back to front, of the drawing or of one group. */
declare function get_draw_order(input?: {
  /** A group. Default: the drawing itself. */
  group?: string;
}): any;
declare function getDrawOrder(group?: string): any;

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

/** Turn an entity counter-clockwise, about its pivot or about a point of the drawing. */
declare function rotate(input: {
  /** The entity or group. */
  name: string;
  /** Angle, counter-clockwise. */
  angle: number;
  /** x of the center in the drawing. Default: the entity's pivot. */
  cx?: number;
  /** y of the center in the drawing. Default: the entity's pivot. */
  cy?: number;
  /** Unit of the angle. Default: radian. */
  angle_unit?: "radian" | "degree";
}): string;
declare function rotate(name: string, angle: number, cx?: number, cy?: number): string;

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
  /** What stays in place: "pivot" (default), "center" of the bounds, "origin" of the drawing, or a point [x, y]. */
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

/** Copy an entity, or a group with all that is in it. The copy stands in the same group, in front. */
declare function duplicate(input: {
  /** The entity or group to copy. */
  name: string;
  /** Name of the copy. Children of a copied group are called "new_name/child". */
  new_name: string;
  /** Shift in x. Default: 0. */
  dx?: number;
  /** Shift in y. Default: 0. */
  dy?: number;
}): string;
declare function duplicate(name: string, new_name: string, dx?: number, dy?: number): string;

/** Mirror an entity at an axis, in place or as a copy. */
declare function mirror(input: {
  /** The entity or group. */
  name: string;
  /** Name of a mirrored copy. Default: mirror the entity itself. */
  new_name?: string;
  /** "x" or "y" axis of the drawing, or a line through two points [x1, y1, x2, y2]. */
  axis: "x" | "y" | number[];
}): string;
declare function mirror(name: string, new_name?: string, axis: "x" | "y" | number[]): string;

/** Give an entity another name. */
declare function rename_entity(input: {
  /** The entity or group. */
  name: string;
  /** Its new name; must be free. */
  new_name: string;
}): string;
declare function renameEntity(name: string, new_name: string): string;

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
}): any;
declare function listEntities(detail?: boolean): any;

/** Get everything about one entity: type, geometry, style, transform, group, children, and the parts other tools can refer to ('plate.edge[0]'). */
declare function get_entity(input: {
  /** The entity. */
  name: string;
}): any;
declare function getEntity(name: string): any;

/** Get the drawing's name, unit, number of entities and bounds. */
declare function get_scene_info(input?: {
}): any;

/** Tell whether an entity of that name exists. */
declare function exists(input: {
  /** The name. */
  name: string;
}): any;
declare function exists(name: string): any;

/** Get the exact bounds of an entity or group in the drawing, all transforms included: { min, max }, or null for an empty group. */
declare function get_world_bounds(input: {
  /** The entity or group. */
  name: string;
}): any;
declare function getWorldBounds(name: string): any;

/** Get where a point of an entity, in the entity's own coordinates, lies in the drawing. */
declare function get_world_point(input: {
  /** The entity or group. */
  name: string;
  /** x in the coordinates in which the entity was drawn. */
  x: number;
  /** y in the coordinates in which the entity was drawn. */
  y: number;
}): any;
declare function getWorldPoint(name: string, x: number, y: number): any;

/** Get the length of an entity's outline in the drawing. */
declare function get_length(input: {
  /** The entity. */
  name: string;
}): any;
declare function getLength(name: string): any;

/** Get the area that an entity's outline encloses in the drawing, holes not counted. */
declare function get_area(input: {
  /** The entity; its outline must be closed. */
  name: string;
}): any;
declare function getArea(name: string): any;

/** Get the points where two entities cross or touch: { points: [[x, y], ...] }, sorted along the first. */
declare function get_intersection(input: {
  /** One entity. */
  a: string;
  /** The other entity. */
  b: string;
}): any;
declare function getIntersection(a: string, b: string): any;

/** Get the point at a distance along an entity's outline from a point on it: { point: [x, y] }. Positive distances go towards the end, negative ones towards the start. */
declare function get_point_at_distance(input: {
  /** The entity. */
  entity: string;
  /** A point on or near the outline, [x, y]. */
  from: number[];
  /** Distance along the outline. */
  distance: number;
}): any;
declare function getPointAtDistance(entity: string, from: number[], distance: number): any;

/** Cut an open entity (line, arc, open path) at the point nearest to the given one and keep the part towards its start or its end. */
declare function trim_at(input: {
  /** The entity. */
  entity: string;
  /** Where to cut, [x, y]. */
  point: number[];
  /** The part that stays: "start" or "end". */
  keep: "start" | "end";
}): string;
declare function trimAt(entity: string, point: number[], keep: "start" | "end"): string;

/** Draw the parallel of an entity at a distance; the original stays. Beside an open outline it is a line, arc or path (several, named result_1, result_2, ..., where bends cut it apart); around a closed one, and for both sides, a region. */
declare function offset(input: {
  /** The entity. */
  entity: string;
  /** Distance, above 0. */
  distance: number;
  /** Name of the result. */
  result: string;
  /** Open: "left" (default) or "right" of the direction of travel; closed: "outside" (default) or "inside". "both": the band between the two. */
  side?: "left" | "right" | "outside" | "inside" | "both";
  /** Corners that open: "round", "miter" or "bevel". Default: miter. "round" also rounds the ends of a band. */
  join?: "round" | "miter" | "bevel";
}): string;
declare function offset(entity: string, distance: number, result: string): string;

/** Unite areas into one region: circles, ellipses, closed arcs, lines and paths, polygons, regions, groups. */
declare function boolean_union(input: {
  /** The first shape; the result takes its style, layer and default place. */
  a?: string;
  /** The second shape. */
  b?: string;
  /** Name of the result; may be that of an operand that is used up. */
  result: string;
  /** Two or more shapes instead of a and b, the first one leading. */
  entities?: string[];
  /** Keep the operands. Default: false, they are deleted. */
  keep?: boolean;
}): string;
declare function booleanUnion(a?: string, b?: string, result: string): string;

/** Cut the area of b (and further shapes) out of a. */
declare function boolean_difference(input: {
  /** The first shape; the result takes its style, layer and default place. */
  a?: string;
  /** The second shape. */
  b?: string;
  /** Name of the result; may be that of an operand that is used up. */
  result: string;
  /** Two or more shapes instead of a and b, the first one leading. */
  entities?: string[];
  /** Keep the operands. Default: false, they are deleted. */
  keep?: boolean;
}): string;
declare function booleanDifference(a?: string, b?: string, result: string): string;

/** Keep the area common to all shapes. */
declare function boolean_intersect(input: {
  /** The first shape; the result takes its style, layer and default place. */
  a?: string;
  /** The second shape. */
  b?: string;
  /** Name of the result; may be that of an operand that is used up. */
  result: string;
  /** Two or more shapes instead of a and b, the first one leading. */
  entities?: string[];
  /** Keep the operands. Default: false, they are deleted. */
  keep?: boolean;
}): string;
declare function booleanIntersect(a?: string, b?: string, result: string): string;

/** Keep the area that lies in exactly one of two shapes (of more: in an odd number). */
declare function boolean_xor(input: {
  /** The first shape; the result takes its style, layer and default place. */
  a?: string;
  /** The second shape. */
  b?: string;
  /** Name of the result; may be that of an operand that is used up. */
  result: string;
  /** Two or more shapes instead of a and b, the first one leading. */
  entities?: string[];
  /** Keep the operands. Default: false, they are deleted. */
  keep?: boolean;
}): string;
declare function booleanXor(a?: string, b?: string, result: string): string;

/** Grow (delta above 0) or shrink (below 0) an area, holes included; the original stays. Ellipses and Béziers are followed by arcs to a millionth of their size. */
declare function offset_polygon(input: {
  /** The shape. */
  name: string;
  /** Distance, outwards positive. */
  delta: number;
  /** Name of the new region. */
  result: string;
  /** Corners that open: "round", "miter" or "bevel". Default: round. */
  join?: "round" | "miter" | "bevel";
}): string;
declare function offsetPolygon(name: string, delta: number, result: string, join?: "round" | "miter" | "bevel"): string;

/** Draw the convex hull of a shape or group, curves included; the original stays. */
declare function convex_hull(input: {
  /** The shape or group. */
  name: string;
  /** Name of the new region. */
  result: string;
}): string;
declare function convexHull(name: string, result: string): string;

/** Split a region into its connected pieces, each an outer boundary with its holes, named prefix_1, prefix_2, ... in the order of their lowest points; the original is deleted. */
declare function decompose(input: {
  /** The region, or another shape with area. */
  name: string;
  /** What the names of the pieces begin with. */
  prefix: string;
  /** Keep the original. Default: false. */
  keep?: boolean;
}): string;
declare function decompose(name: string, prefix: string): string;

/** Make a layer, or give one a new color and line weight, which the entities on it follow unless they have their own. */
declare function create_layer(input: {
  /** Name of the layer. */
  name: string;
  /** Stroke color of its entities. Default: ink. */
  color?: string | number[];
  /** Stroke width of its entities in drawing units. Default: 1. */
  line_weight?: number;
}): string;
declare function createLayer(name: string, color?: string | number[], line_weight?: number): string;

/** Put an entity, or all of a group, on a layer. */
declare function set_layer(input: {
  /** The entity or group. */
  name: string;
  /** The layer; leave out to take it off its layer. */
  layer?: string;
}): string;
declare function setLayer(name: string, layer?: string): string;

/** List the layers: name, color, line weight and number of entities. */
declare function list_layers(input?: {
}): any;

