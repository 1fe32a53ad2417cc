import { describe, expect, it } from "vitest";
import { isIntricate } from "./intricate-syntax";
import { parseInterface } from "./parse-interface";

/**
 * Syntax that the parser reads in several ways, nested: without the guard, sixteen of some take half a
 * minute.
 */
const SHAPES = [
  "<T>(",
  "f<T>(",
  "async<T>(",
  "a?(b):c=>",
  "a ? (b) : c => ",
  "f<",
  "new f<",
  "(a=",
  "a?<T>(b):(c)=>",
];

describe("isIntricate", () => {
  it.each(SHAPES)(
    "rejects any number of %j before the parser gets them",
    (shape) => {
      for (const times of [8, 16, 64, 512, 4_096]) {
        expect(parseInterface(`const a = ${shape.repeat(times)}`).ok).toBe(false);
        expect(parseInterface(shape.repeat(times)).ok).toBe(false);
      }
    },
    30_000,
  );

  it("accepts real declarations", () => {
    expect(isIntricate("type A = <T>(a: <U>(b: U) => T) => Map<string, Array<Set<T>>>")).toBe(false);
    const conditional =
      "type B<T> = T extends 1 ? (2 | 3) : T extends 2 ? [T] : T extends 3 ? { a: (b?: T) => T } : never;";
    expect(isIntricate(conditional.repeat(100))).toBe(false);
  });

  it("ignores comments and strings", () => {
    expect(
      isIntricate(`/* ${"((((<".repeat(50)} */ type A = "${"[[[[".repeat(50)}" // ${"{{{{".repeat(50)}`),
    ).toBe(false);
  });

  it("rejects texts over 65,536 characters", () => {
    expect(isIntricate(" ".repeat(65_537))).toBe(true);
  });
});
