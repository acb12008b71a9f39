// Prints the paths of lengths.json as JSON: paths that are hard to integrate, and random paths.
import { path } from './lengths.mjs';

let seed = 11;
const rnd = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
const hard = [
  // In order: a near cusp, a cusp, a curve that reverses along a line, an arc whose radii are just large enough, a flat
  // ellipse, an arc whose radii are too small, several T in a row, and T and S without a preceding curve of their type.
  [['M', ['0', '0']], ['C', ['100', '100', '0', '100.01', '100', '0']]],
  [['M', ['0', '0']], ['C', ['100', '100', '0', '100', '100', '0']]],
  [['M', ['0', '0']], ['Q', ['90', '0', '30', '0']]],
  [['M', ['0', '0']], ['A', ['5', '5', '0', '0', '1', '10', '0']]],
  [['M', ['0', '0']], ['a', ['80', '0.5', '33', '1', '0', '20', '10']]],
  [['M', ['0', '0']], ['A', ['1', '3', '20', '0', '1', '30', '4']]],
  [['M', ['0', '0']], ['q', ['10', '30', '20', '0']], ['t', ['15', '5']], ['t', ['15', '-25']], ['T', ['0', '0']]],
  [['M', ['1', '2']], ['t', ['10', '10']], ['s', ['5', '40', '-30', '2']], ['Z', []]],
];
console.log(JSON.stringify([...hard, ...Array.from({ length: 12 }, () => path(rnd))]));
