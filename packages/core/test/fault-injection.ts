/** The built-in operations that scoping uses: everything that can fail. */
const OPERATIONS: readonly [object, readonly string[]][] = [
  [Object, ["keys", "values", "entries", "fromEntries", "getOwnPropertyDescriptor", "getPrototypeOf"]],
  [
    Object,
    ["getOwnPropertyNames", "getOwnPropertySymbols", "hasOwn", "defineProperty", "freeze", "isFrozen"],
  ],
  [Reflect, ["ownKeys", "get"]],
  [Array, ["isArray", "from"]],
  [
    Array.prototype,
    ["push", "pop", "map", "filter", "find", "some", "every", "includes", "flatMap", "reverse"],
  ],
  [Array.prototype, ["at", "join", "sort", "slice"]],
  [Map.prototype, ["get", "set", "has", "keys", "values"]],
  [Set.prototype, ["add", "has", "delete"]],
  [
    String.prototype,
    ["normalize", "toUpperCase", "toLowerCase", "replace", "replaceAll", "charAt", "charCodeAt"],
  ],
  [String.prototype, ["slice", "startsWith", "endsWith", "split", "trim", "matchAll"]],
  [RegExp.prototype, ["test", "exec"]],
  [JSON, ["stringify"]],
  [Number, ["isFinite"]],
  [Date.prototype, ["toISOString"]],
];

/**
 * Runs a synchronous action in which built-in operations throw.
 *
 * @param at.k      the first that throws, counted from 1; Infinity lets all pass.
 * @param at.faults number of consecutive operations that throw.
 * @returns the result of the action, and how many operations it called.
 */
export function withFault<T>(
  { k, faults, error }: { k: number; faults: number; error: Error },
  action: () => T,
): { result: T; operations: number } {
  let operations = 0;
  const originals = OPERATIONS.flatMap(([owner, names]) =>
    names.map((name) => ({ owner, name, property: Object.getOwnPropertyDescriptor(owner, name) })),
  );
  try {
    for (const { owner, name, property } of originals) {
      const original = property?.value;
      Reflect.defineProperty(owner, name, {
        ...property,
        value: function (this: unknown, ...parameters: unknown[]) {
          operations += 1;
          if (operations >= k && operations < k + faults) throw error;
          return Reflect.apply(original, this, parameters);
        },
      });
    }
    const result = action();
    return { result, operations };
  } finally {
    for (let index = 0; index < originals.length; index += 1) {
      const original = originals[index];
      if (original?.property) Reflect.defineProperty(original.owner, original.name, original.property);
    }
  }
}
