// Functions of the language that call back, written in the language itself.
//
// The engine's own run a callback in an interpreter loop of its own: quick, but nobody looks at the memory there, and a run
// that dies of it knows no line. Such a run is done once more with these, where a callback is an ordinary call of the
// script. A frame of this file is never shown (its name is no file's). Invariant: nothing that a script may have replaced
// is looked up later, except what the language itself says must be.
() => {
  const { apply } = Reflect;
  const { isArray, prototype: list } = Array;
  const { defineProperty, keys } = Object;
  const { bind } = Function.prototype;
  const { floor, min } = Math;
  const [ObjectOf, ListOf, Text, WrongType, WrongRange] = [Object, Array, String, TypeError, RangeError];
  const ITERATOR = Symbol.iterator;
  const MOST = Number.MAX_SAFE_INTEGER;
  const { slice, from: nativeFrom } = { slice: list.slice, from: Array.from };
  const [mapEntries, setValues] = [Map.prototype.entries, Set.prototype.values];

  const define = (target, methods) => {
    for (const name of keys(methods)) {
      defineProperty(target, name, { value: methods[name], writable: true, enumerable: false, configurable: true });
    }
  };
  const objectOf = (value, name) => {
    if (typeof value === "object" && value !== null) return value;
    if (value === undefined || value === null) throw new WrongType(`${name} was called on ${value}`);
    return ObjectOf(value);
  };
  const lengthOf = (object) => {
    const length = +object.length;
    return length > 0 ? min(floor(length), MOST) : 0;
  };
  const shown = (value) => (typeof value === "object" || typeof value === "symbol" ? typeof value : Text(value));
  const callable = (callback, name, self) => {
    if (typeof callback !== "function") throw new WrongType(`${name} needs a function, got ${shown(callback)}`);
    return self === undefined ? callback : apply(bind, callback, [self]);
  };
  // An empty list of the kind that the language wants for a result.
  const alike = (object) => (!isArray(object) || object.constructor === ListOf ? [] : apply(slice, object, [0, 0]));
  const flatten = (out, at, object, depth, level) => {
    if (level > 100) throw new WrongRange("flat: lists lie more than 100 deep in each other; does one contain itself?");
    const length = lengthOf(object);
    for (let i = 0; i < length; i++) {
      if (!(i in object)) continue;
      const item = object[i];
      if (depth > 0 && isArray(item)) at = flatten(out, at, item, depth - 1, level + 1);
      else out[at++] = item;
    }
    return at;
  };
  define(list, {
    forEach(callback, self = undefined) {
      const [object, call] = [objectOf(this, "forEach"), callable(callback, "forEach", self)];
      const length = lengthOf(object);
      for (let i = 0; i < length; i++) if (i in object) call(object[i], i, object);
    },
    map(callback, self = undefined) {
      const [object, call] = [objectOf(this, "map"), callable(callback, "map", self)];
      const length = lengthOf(object);
      const out = alike(object);
      for (let i = 0; i < length; i++) if (i in object) out[i] = call(object[i], i, object);
      out.length = length;
      return out;
    },
    filter(callback, self = undefined) {
      const [object, call] = [objectOf(this, "filter"), callable(callback, "filter", self)];
      const length = lengthOf(object);
      const out = alike(object);
      let at = 0;
      for (let i = 0; i < length; i++) {
        if (!(i in object)) continue;
        const item = object[i];
        if (call(item, i, object)) out[at++] = item;
      }
      return out;
    },
    some(callback, self = undefined) {
      const [object, call] = [objectOf(this, "some"), callable(callback, "some", self)];
      const length = lengthOf(object);
      for (let i = 0; i < length; i++) if (i in object && call(object[i], i, object)) return true;
      return false;
    },
    every(callback, self = undefined) {
      const [object, call] = [objectOf(this, "every"), callable(callback, "every", self)];
      const length = lengthOf(object);
      for (let i = 0; i < length; i++) if (i in object && !call(object[i], i, object)) return false;
      return true;
    },
    find(callback, self = undefined) {
      const [object, call] = [objectOf(this, "find"), callable(callback, "find", self)];
      const length = lengthOf(object);
      for (let i = 0; i < length; i++) {
        const item = object[i];
        if (call(item, i, object)) return item;
      }
    },
    findIndex(callback, self = undefined) {
      const [object, call] = [objectOf(this, "findIndex"), callable(callback, "findIndex", self)];
      const length = lengthOf(object);
      for (let i = 0; i < length; i++) if (call(object[i], i, object)) return i;
      return -1;
    },
    findLast(callback, self = undefined) {
      const [object, call] = [objectOf(this, "findLast"), callable(callback, "findLast", self)];
      for (let i = lengthOf(object) - 1; i >= 0; i--) {
        const item = object[i];
        if (call(item, i, object)) return item;
      }
    },
    findLastIndex(callback, self = undefined) {
      const [object, call] = [objectOf(this, "findLastIndex"), callable(callback, "findLastIndex", self)];
      for (let i = lengthOf(object) - 1; i >= 0; i--) if (call(object[i], i, object)) return i;
      return -1;
    },
    reduce(callback, ...first) {
      const [object, call] = [objectOf(this, "reduce"), callable(callback, "reduce", undefined)];
      const length = lengthOf(object);
      let at = 0;
      let result = first[0];
      if (first.length === 0) {
        while (at < length && !(at in object)) at++;
        if (at >= length) throw new WrongType("reduce of an empty list needs a first value: reduce(callback, 0)");
        result = object[at++];
      }
      for (; at < length; at++) if (at in object) result = call(result, object[at], at, object);
      return result;
    },
    reduceRight(callback, ...first) {
      const [object, call] = [objectOf(this, "reduceRight"), callable(callback, "reduceRight", undefined)];
      let at = lengthOf(object) - 1;
      let result = first[0];
      if (first.length === 0) {
        while (at >= 0 && !(at in object)) at--;
        if (at < 0) throw new WrongType("reduceRight of an empty list needs a first value: reduceRight(callback, 0)");
        result = object[at--];
      }
      for (; at >= 0; at--) if (at in object) result = call(result, object[at], at, object);
      return result;
    },
    flatMap(callback, self = undefined) {
      const [object, call] = [objectOf(this, "flatMap"), callable(callback, "flatMap", self)];
      const length = lengthOf(object);
      const out = alike(object);
      let at = 0;
      for (let i = 0; i < length; i++) {
        if (!(i in object)) continue;
        const item = call(object[i], i, object);
        if (isArray(item)) at = flatten(out, at, item, 0, 1);
        else out[at++] = item;
      }
      return out;
    },
    flat(depth = 1) {
      const object = objectOf(this, "flat");
      const out = alike(object);
      flatten(out, 0, object, +depth, 1);
      return out;
    },
  });
  // `flat` has no parameter of its own by name and number, and neither counts the optional ones.
  defineProperty(list.flat, "length", { value: 0, configurable: true });

  define(ListOf, {
    from(items, callback = undefined, self = undefined) {
      if (callback === undefined || this !== ListOf) return apply(nativeFrom, this, [items, callback, self]);
      const call = callable(callback, "Array.from", self);
      const out = [];
      let at = 0;
      if (items !== undefined && items !== null && items[ITERATOR] !== undefined && items[ITERATOR] !== null) {
        for (const item of items) out[at] = call(item, at++);
        return out;
      }
      const object = objectOf(items, "Array.from");
      const length = lengthOf(object);
      for (; at < length; at++) out[at] = call(object[at], at);
      return out;
    },
  });
  define(Map.prototype, {
    forEach(callback, self = undefined) {
      const entries = apply(mapEntries, this, []);
      const call = callable(callback, "forEach", self);
      for (const entry of entries) call(entry[1], entry[0], this);
    },
  });
  define(Set.prototype, {
    forEach(callback, self = undefined) {
      const values = apply(setValues, this, []);
      const call = callable(callback, "forEach", self);
      for (const value of values) call(value, value, this);
    },
  });
}
