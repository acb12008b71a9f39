// Object-heavy program: points as objects, maps, filters, sorting, and strings; one circle at the end.
const points = [];
for (let i = 0; i < 20000; i++) points.push({ id: i, x: (i * 7919) % 1000, y: (i * 104729) % 1000, tags: ["a" + (i % 7)] });
const near = points.filter((p) => p.x * p.x + p.y * p.y < 500000).map((p) => ({ ...p, r: Math.sqrt(p.x + p.y) }));
const groups = new Map();
for (const p of near) groups.set(p.tags[0], [...(groups.get(p.tags[0]) ?? []).slice(-50), p]);
near.sort((a, b) => a.r - b.r || a.id - b.id);
const text = near.slice(0, 2000).map((p) => `${p.id}:${p.r.toFixed(2)}`).join(";");
drawCircle("sum", near.length, text.length, 1 + groups.size);
