import { describe, expect, it } from "vitest";
import { isAbsolutePath, isDirectoryPath, isGlob, relativizePath } from "./dependency-path";

describe("a dependency path", () => {
  it.each(["src/**/*.ts", "a?.ts", "src/{a,b}.ts", "img{1..3}.png", "file[0-9].ts", "!(a).ts"])(
    "%s is a pattern",
    (path) => {
      expect(isGlob(path)).toBe(true);
    },
  );

  it.each([
    "src/app/[id]/page.tsx",
    "src/[[...slug]]/page.tsx",
    "pages/[id].tsx",
    "src/{a}.ts",
    "src/(group)/a.ts",
  ])("%s is one file", (path) => {
    expect(isGlob(path)).toBe(false);
  });

  it.each(["src/", "src\\", ".", "..", "src/..", ""])("%j is a folder", (path) => {
    expect(isDirectoryPath(path)).toBe(true);
  });

  it.each(["/a", "C:\\a", "c:/a", "\\\\host\\a", "~/a", "~me/a", "file:///a"])("%s is absolute", (path) => {
    expect(isAbsolutePath(path)).toBe(true);
  });

  it.each(["src/a.ts", "Makefile", "a:b", ".env", "~a", "src/...ts"])(
    "%s is a file relative to the project",
    (path) => {
      expect([isGlob(path), isDirectoryPath(path), isAbsolutePath(path)]).toEqual([false, false, false]);
    },
  );
});

describe("relativizePath", () => {
  it.each([
    ["/p/src/a.ts", "/p", "src/a.ts"],
    ["/p/src/a.ts", "/p/", "src/a.ts"],
    ["C:\\p\\src\\a.ts", "C:\\p", "src/a.ts"],
    ["file:///p/src/a.ts", "/p", "src/a.ts"],
    ["/p/src/", "/p", "src/"],
    ["./src//a.ts", null, "src/a.ts"],
    ["../a.ts", "/p", "../a.ts"],
    ["/p/../q/a.ts", "/p", "/p/../q/a.ts"],
    ["/pq/a.ts", "/p", "/pq/a.ts"],
    ["/p", "/p", "/p"],
    ["/p/a.ts", null, "/p/a.ts"],
    [".", "/p", "."],
  ])("shortens %s below %s to %s", (path, root, expected) => {
    expect(relativizePath(path, root)).toBe(expected);
  });
});
