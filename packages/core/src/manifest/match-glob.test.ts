import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileGlob, isPattern } from "./match-glob";

describe("a glob", () => {
  it.each([
    ["src/api/*", "src/api/auth.ts", true],
    ["src/api/*", "src/api/v1/auth.ts", false],
    ["src/api/*", "src/api", false],
    ["src/*/auth.ts", "src/api/auth.ts", true],
    ["src/**", "src/api/v1/auth.ts", true],
    ["src/**/auth.ts", "src/auth.ts", true],
    ["src/**/auth.ts", "src/a/b/auth.ts", true],
    ["**/*.test.ts", "tests/api/auth.test.ts", true],
    ["**/*.test.ts", "auth.test.ts", true],
    ["**/*.test.ts", "auth.ts", false],
    ["diagrams/", "diagrams/flows/code.mermaid", true],
    ["diagrams/", "diagram.md", false],
    ["*.{ts,tsx}", "page.tsx", true],
    ["*.{ts,tsx}", "page.js", false],
    ["{src,tests}/{api,web}/*", "tests/web/a.ts", true],
    ["a?c.md", "abc.md", true],
    ["a?c.md", "a𝄞c.md", true],
    ["a?c.md", "ac.md", false],
    ["*a*b*", "xxaxxbxx", true],
    ["*a*b*", "xxbxxaxx", false],
    ["app/[id]/*", "app/[id]/page.tsx", true],
    ["app/[id]/*", "app/i/page.tsx", false],
    ["a+(b).*", "a+(b).ts", true],
    ["./src//*", "src/a.ts", true],
    ["*", ".env", false],
    ["**", ".git/config", false],
    ["**/config", "a/.git/config", false],
    [".*", ".env", true],
    [".git/*", ".git/config", true],
    ["**/../*", "a/b", false],
    ["{a", "{a", true],
  ])("matches %s with %s: %s", (pattern, path, expected) => {
    expect(compileGlob(pattern)(path)).toBe(expected);
  });

  it.each([
    ["src/*", true],
    ["a?", true],
    ["*.{ts,tsx}", true],
    ["diagrams/", true],
    ["app/[id]/page.tsx", false],
    ["full-analysis.md", false],
    ["{a", false],
  ])("is distinguished from a path: %s: %s", (name, expected) => {
    expect(isPattern(name)).toBe(expected);
  });

  it("equals a naive matcher that tries every way", () => {
    const segment = fc.string({ unit: fc.constantFrom("a", "b", "*", "?", "."), minLength: 1, maxLength: 5 });
    const pattern = fc.array(fc.oneof(segment, fc.constant("**")), { minLength: 1, maxLength: 5 });
    const name = fc.string({ unit: fc.constantFrom("a", "b", "."), minLength: 1, maxLength: 5 });
    const path = fc.array(
      name.filter((text) => text !== "."),
      { minLength: 1, maxLength: 5 },
    );
    fc.assert(
      fc.property(pattern, path, (signs, names) => {
        const kept = signs.filter((sign) => sign !== ".");
        expect(compileGlob(signs.join("/"))(names.join("/"))).toBe(tryAllSegments(kept, names));
      }),
      { numRuns: 3_000 },
    );
  });

  it("is matched in bounded time, for any number of ways to match", () => {
    // A pattern of 500 characters on a path of 2,000: their product, and some for start and end.
    const budget = { steps: 2 * 500 * 2_000 };
    expect(compileGlob("*a".repeat(100), budget)(`${"a".repeat(250)}b`)).toBe(false);
    expect(compileGlob(`${"**/a/".repeat(100)}b`, budget)("a/".repeat(1_000))).toBe(false);
    expect(compileGlob("{a,b}".repeat(30), budget)("c")).toBe(false);
    expect(budget.steps).toBeGreaterThan(0);
  });

  it("is matched in memory that does not grow with the square of the pattern", () => {
    // Each matches when its braces are expanded. Few combinations are expanded, many are not.
    const fits = (commas: number, folders: number) =>
      compileGlob(`{${",".repeat(commas)}}${"a/".repeat(folders)}`)("a/".repeat(folders + 1));
    expect(fits(60, 1_200)).toBe(true);
    expect(fits(1_500, 1_200)).toBe(false);
    expect(fits(10_000, 5_000)).toBe(false);
    expect(compileGlob(`{${",".repeat(300_000)}}`)("")).toBe(false);
  });

  it("has at most 64 alternatives and 4,096 characters", () => {
    const letters = (count: number) => Array.from({ length: count }, (_, index) => `a${index}`).join(",");
    expect(compileGlob(`{${letters(64)}}`)("a63")).toBe(true);
    expect(compileGlob(`{${letters(65)}}`)("a64")).toBe(false);
    expect(compileGlob("*".repeat(4_096))("a")).toBe(true);
    expect(compileGlob("*".repeat(4_097))("a")).toBe(false);
  });
});

function tryAllSegments([sign, ...signs]: readonly string[], path: readonly string[]): boolean {
  if (sign === undefined) return path.length === 0;
  const [name, ...names] = path;
  if (sign === "**") {
    const takesNone = tryAllSegments(signs, path);
    return (
      takesNone || (name !== undefined && !name.startsWith(".") && tryAllSegments([sign, ...signs], names))
    );
  }
  if (name === undefined || (name.startsWith(".") && !sign.startsWith("."))) return false;
  return tryAllSigns([...sign], [...name]) && tryAllSegments(signs, names);
}

function tryAllSigns([sign, ...signs]: readonly string[], name: readonly string[]): boolean {
  if (sign === undefined) return name.length === 0;
  const [character, ...rest] = name;
  if (sign === "*")
    return tryAllSigns(signs, name) || (character !== undefined && tryAllSigns([sign, ...signs], rest));
  return character !== undefined && (sign === "?" || sign === character) && tryAllSigns(signs, rest);
}
