// Compares DXF files with dxf-parser, a reader that web programs use: it must find the same entities.
//
// usage: node dxf.mjs FOLDER     (npm install in this folder first)
//
// X.json has the expected number of entities of each type in X.dxf. Vertices of a POLYLINE belong to it. dxf-parser does not
// know every type; the types that it does not know are skipped, and each of the others must occur in a file.
import DxfParser from 'dxf-parser';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const KNOWN = ['LINE', 'CIRCLE', 'ARC', 'ELLIPSE', 'SPLINE', 'LWPOLYLINE', 'POLYLINE', 'POINT', 'TEXT', 'SOLID', 'DIMENSION'];

const [folder] = process.argv.slice(2);
const files = readdirSync(folder).filter((file) => file.endsWith('.dxf'));
const seen = new Set();
let differences = 0;

/** Returns the number of entities of each known type. */
function count(entities) {
  const counts = {};
  for (const { type } of entities) if (KNOWN.includes(type)) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
}

/** Whether every coordinate of an entity is a finite number. */
function isFinite(value) {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(isFinite);
}

for (const file of files) {
  const path = join(folder, file);
  const { counts } = JSON.parse(readFileSync(path.replace(/dxf$/, 'json'), 'utf8'));
  try {
    const parsed = new DxfParser().parseSync(readFileSync(path, 'utf8'));
    const found = count(parsed.entities);
    Object.keys(found).forEach((type) => seen.add(type));
    if (!parsed.entities.every(isFinite)) throw new Error('a coordinate is not a number');
    for (const type of counts ? KNOWN : []) {
      if ((found[type] ?? 0) !== (counts[type] ?? 0)) throw new Error(`${found[type] ?? 0} ${type}, expected ${counts[type] ?? 0}`);
    }
  } catch (error) {
    console.log(`${file}: ${error.message}`);
    differences += 1;
  }
}
const unseen = KNOWN.filter((type) => !seen.has(type));
if (unseen.length > 0) console.log(`no file has ${unseen.join(', ')}`);
console.log(`${files.length} DXF files read by dxf-parser, ${differences} differences`);
if (differences > 0 || unseen.length > 0 || files.length === 0) process.exit(1);
