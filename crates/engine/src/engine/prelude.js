// JavaScript versions of the built-in functions that take callbacks, for diagnostic runs.
//
// The native versions of the engine execute a callback in a nested interpreter loop, which is fast. That loop does not
// check memory use, so a run that exhausts the memory there fails without a line number. Such a run is repeated with the
// functions below, where a callback is an ordinary, checked function call. Stack frames of this file are never shown,
// because its name starts with a bracket, unlike the files of a drawing. Invariant: built-ins that a script can replace
// are captured before the script starts; later lookups are only those that the ECMAScript specification requires.
() => {
  const { apply } = Reflect;
  const { isArray, prototype: list } = Array;
  const { defineProperty, keys } = Object;
  const { bind } = Function.prototype;
  const { floor, min } = Math;
  const [ObjectOf, ListOf, WrongType, WrongRange] = [Object, Array, TypeError, RangeError];
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
    if (value === undefined || value === null) throw new WrongType(`${name} called on null or undefined`);
    return ObjectOf(value);
  };
  const lengthOf = (object) => {
    const length = +object.length;
    return length > 0 ? min(floor(length), MOST) : 0;
  };
  const callable = (callback, name, self) => {
    if (typeof callback !== "function") {
      throw new WrongType(`${name}: the callback is not a function. Pass a function such as x => x.`);
    }
    return self === undefined ? callback : apply(bind, callback, [self]);
  };
  // Creates the empty result array. `slice` creates an instance of the right class for subclasses of Array, as
  // ArraySpeciesCreate of the specification requires.
  const alike = (object) => (!isArray(object) || object.constructor === ListOf ? [] : apply(slice, object, [0, 0]));
  const flatten = (out, at, object, depth, level) => {
    if (level > 100) throw new WrongRange("flat: arrays are nested more than 100 levels deep; does one contain itself?");
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
      const [object, call] = [objectOf(this, "Array.prototype.forEach"), callable(callback, "forEach", self)];
      const length = lengthOf(object);
      for (let i = 0; i < length; i++) if (i in object) call(object[i], i, object);
    },
    map(callback, self = undefined) {
      const [object, call] = [objectOf(this, "Array.prototype.map"), callable(callback, "map", self)];
      const length = lengthOf(object);
      const out = alike(object);
      for (let i = 0; i < length; i++) if (i in object) out[i] = call(object[i], i, object);
      out.length = length;
      return out;
    },
    filter(callback, self = undefined) {
      const [object, call] = [objectOf(this, "Array.prototype.filter"), callable(callback, "filter", self)];
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
      const [object, call] = [objectOf(this, "Array.prototype.some"), callable(callback, "some", self)];
      const length = lengthOf(object);
      for (let i = 0; i < length; i++) if (i in object && call(object[i], i, object)) return true;
      return false;
    },
    every(callback, self = undefined) {
      const [object, call] = [objectOf(this, "Array.prototype.every"), callable(callback, "every", self)];
      const length = lengthOf(object);
      for (let i = 0; i < length; i++) if (i in object && !call(object[i], i, object)) return false;
      return true;
    },
    find(callback, self = undefined) {
      const [object, call] = [objectOf(this, "Array.prototype.find"), callable(callback, "find", self)];
      const length = lengthOf(object);
      for (let i = 0; i < length; i++) {
        const item = object[i];
        if (call(item, i, object)) return item;
      }
    },
    findIndex(callback, self = undefined) {
      const [object, call] = [objectOf(this, "Array.prototype.findIndex"), callable(callback, "findIndex", self)];
      const length = lengthOf(object);
      for (let i = 0; i < length; i++) if (call(object[i], i, object)) return i;
      return -1;
    },
    findLast(callback, self = undefined) {
      const [object, call] = [objectOf(this, "Array.prototype.findLast"), callable(callback, "findLast", self)];
      for (let i = lengthOf(object) - 1; i >= 0; i--) {
        const item = object[i];
        if (call(item, i, object)) return item;
      }
    },
    findLastIndex(callback, self = undefined) {
      const [object, call] = [objectOf(this, "Array.prototype.findLastIndex"), callable(callback, "findLastIndex", self)];
      for (let i = lengthOf(object) - 1; i >= 0; i--) if (call(object[i], i, object)) return i;
      return -1;
    },
    reduce(callback, ...first) {
      const [object, call] = [objectOf(this, "Array.prototype.reduce"), callable(callback, "reduce", undefined)];
      const length = lengthOf(object);
      let at = 0;
      let result = first[0];
      if (first.length === 0) {
        while (at < length && !(at in object)) at++;
        if (at >= length) throw new WrongType("reduce of empty array with no initial value. Pass one: reduce(callback, 0).");
        result = object[at++];
      }
      for (; at < length; at++) if (at in object) result = call(result, object[at], at, object);
      return result;
    },
    reduceRight(callback, ...first) {
      const [object, call] = [objectOf(this, "Array.prototype.reduceRight"), callable(callback, "reduceRight", undefined)];
      let at = lengthOf(object) - 1;
      let result = first[0];
      if (first.length === 0) {
        while (at >= 0 && !(at in object)) at--;
        if (at < 0) throw new WrongType("reduceRight of empty array with no initial value. Pass one: reduceRight(callback, 0).");
        result = object[at--];
      }
      for (; at >= 0; at--) if (at in object) result = call(result, object[at], at, object);
      return result;
    },
    flatMap(callback, self = undefined) {
      const [object, call] = [objectOf(this, "Array.prototype.flatMap"), callable(callback, "flatMap", self)];
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
      const object = objectOf(this, "Array.prototype.flat");
      const out = alike(object);
      flatten(out, 0, object, +depth, 1);
      return out;
    },
  });
  // Sets `flat.length` to 0, as in the specification: an optional parameter does not count.
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
