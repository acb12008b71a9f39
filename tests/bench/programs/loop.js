// Loop without host calls: arithmetic only.
let sum = 0;
for (let i = 0; i < 2000000; i++) {
  sum = (sum + i * 3 + (i & 7)) % 1000003;
}
drawCircle("sum", sum, 0, 1);
