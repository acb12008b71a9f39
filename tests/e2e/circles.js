// The script that `cargo xtask bench` measures: 10,000 circles.
for (let i = 0; i < 10000; i++) {
  drawCircle("c" + i, (i % 100) * 3, Math.floor(i / 100) * 3, 1);
}
