import fc from "fast-check";
import { expect, it } from "vitest";
import { compareByCodePoint, RemovedPaths } from "./removed-paths";

function listOf(paths: (string | null)[][]): string[] {
  const removed = new RemovedPaths();
  for (const steps of paths) {
    const last = steps.at(-1);
    if (last === undefined) removed.add("a");
    else
      steps
        .slice(0, -1)
        .reduce((trail, step) => trail.under(step), removed.at("a"))
        .remove(last);
  }
  return removed.list();
}

it("RemovedPaths lists the same paths as its definition", () => {
  const step = fc.constantFrom("x", "y", "x-", "x.y", null);
  fc.assert(
    fc.property(fc.array(fc.array(step, { maxLength: 4 }), { maxLength: 12 }), (paths) => {
      const each = paths.flatMap((steps) => listOf([steps]));
      const expected = each.filter(
        (path) => !each.some((other) => path.startsWith(`${other}.`) || path.startsWith(`${other}[`)),
      );
      expect(listOf(paths)).toEqual([...new Set(expected)].sort(compareByCodePoint));
    }),
  );
});

it("compareByCodePoint orders like arrays of code points", { timeout: 30_000 }, () => {
  const text = fc.string({ unit: "binary" });
  fc.assert(
    fc.property(text, text, (a, b) => {
      const left = [...a].map((character) => character.codePointAt(0) ?? 0);
      const right = [...b].map((character) => character.codePointAt(0) ?? 0);
      const at = left.findIndex((codePoint, index) => codePoint !== right[index]);
      const expected =
        at < 0 || right[at] === undefined ? left.length - right.length : (left[at] ?? 0) - right[at];
      expect(Math.sign(compareByCodePoint(a, b))).toBe(Math.sign(expected));
    }),
  );
});
