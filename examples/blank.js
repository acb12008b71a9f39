// An empty sheet. Try: draw_circle({ name: "dot", x: 0, y: 0, radius: 10 });
