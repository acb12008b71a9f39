// Call-heavy program: 10,000 host calls, with little arithmetic for each.
for (let i = 0; i < 10000; i++) {
  drawCircle("c" + i, (i % 100) * 3, Math.floor(i / 100) * 3, 1);
}
