/**
 * Returns true for plain data, as `JSON.parse` creates it. A class instance, a `Map` or an object with its
 * own prototype is not: its methods could reveal a removed value.
 */
export function isPlainObject(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Returns true for an object or a list of any class. */
export function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** An instance of a class that extends `Array` is not plain. */
export function isPlainArray(value: readonly unknown[]): boolean {
  return Object.getPrototypeOf(value) === Array.prototype;
}

/**
 * Returns true for text, a finite number, true, false, null, and also for the harmless `undefined`, which
 * JSON omits.
 */
function isPlainScalar(value: unknown): boolean {
  switch (typeof value) {
    case "string":
    case "boolean":
    case "undefined":
      return true;
    case "number":
      return Number.isFinite(value);
    default:
      return value === null;
  }
}

/** Returns true if a value itself, without its contents, is plain data. */
export function isPlain(value: unknown): boolean {
  if (!isContainer(value)) return isPlainScalar(value);
  return Array.isArray(value) ? isPlainArray(value) : isPlainObject(value);
}

/**
 * Returns own keys that JSON does not show: symbols, and keys that are not enumerable. Fast for an object
 * without any.
 *
 * @param shownKeys number of enumerable text keys of the object.
 */
export function hiddenKeys(object: object, shownKeys: number): readonly (string | symbol)[] {
  if (!hasOtherKeys(object, shownKeys)) return NONE;
  return Reflect.ownKeys(object).filter(
    (key) => typeof key === "symbol" || !Object.prototype.propertyIsEnumerable.call(object, key),
  );
}

/**
 * Returns the own keys of an array besides its elements and its length.
 *
 * @param elements number of elements without holes.
 */
export function extraKeys(array: readonly unknown[], elements: number): readonly (string | symbol)[] {
  if (!hasOtherKeys(array, elements + 1)) return NONE;
  // The order of own keys is fixed: indices, text in the order of
  // creation (so `length` comes first), symbols.
  const keys = Reflect.ownKeys(array);
  return keys.slice(keys.indexOf("length") + 1);
}

function hasOtherKeys(object: object, textKeys: number): boolean {
  return (
    Object.getOwnPropertyNames(object).length !== textKeys || Object.getOwnPropertySymbols(object).length > 0
  );
}

const NONE: readonly (string | symbol)[] = [];

/**
 * Returns own enumerable data properties that have a value, and passes the names of all others to `onOther`.
 */
export function ownEntries(object: object, onOther: (name: string) => void): [string, unknown][] {
  const entries: [string, unknown][] = [];
  for (const key of Reflect.ownKeys(object)) {
    const property = Object.getOwnPropertyDescriptor(object, key);
    const isData = property !== undefined && property.get === undefined && property.set === undefined;
    if (typeof key === "symbol" || !isData || !property.enumerable) onOther(String(key));
    else if (property.value !== undefined) entries.push([key, property.value]);
  }
  return entries;
}

/**
 * Sets a key as an own property. Assigning `__proto__` would set the prototype, which passes without being in
 * the JSON.
 */
export function setOwn(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key === "__proto__") {
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  } else object[key] = value;
}
