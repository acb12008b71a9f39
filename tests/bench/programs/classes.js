// Library code with classes: vectors, walls, and windows of 20 houses, 520 entities.
class Vec {
  constructor(x, y) {
    this.x = x;
    this.y = y;
  }
  plus(other) {
    return new Vec(this.x + other.x, this.y + other.y);
  }
  times(factor) {
    return new Vec(this.x * factor, this.y * factor);
  }
  turned(angle) {
    const [s, c] = [Math.sin(angle), Math.cos(angle)];
    return new Vec(c * this.x - s * this.y, s * this.x + c * this.y);
  }
}
class Part {
  constructor(name, at) {
    this.name = name;
    this.at = at;
  }
}
class Window extends Part {
  draw() {
    drawRect(this.name, this.at.x, this.at.y, 2, 3);
  }
}
class Tree extends Part {
  draw() {
    for (let ring = 0; ring < 5; ring++) drawCircle(`${this.name}_${ring}`, this.at.x, this.at.y, 5 - ring);
  }
}
class House extends Part {
  constructor(name, at, size) {
    super(name, at);
    this.size = size;
    this.parts = [];
    for (let i = 0; i < 20; i++) {
      const place = at.plus(new Vec(i % 5, Math.floor(i / 5)).times(size / 5));
      this.parts.push(new Window(`${name}_w${i}`, place));
    }
    this.parts.push(new Tree(`${name}_t`, at.plus(new Vec(size, 0).turned(0.3))));
  }
  draw() {
    drawRect(this.name, this.at.x, this.at.y, this.size, this.size);
    for (const part of this.parts) part.draw();
  }
}
for (let i = 0; i < 20; i++) new House(`house${i}`, new Vec(i * 60, 0), 40).draw();
