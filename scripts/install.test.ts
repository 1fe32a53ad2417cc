import { expect, test } from "vitest";
import { adviseOn, isInstalled } from "./install.mjs";

const locked = {
  "": { name: "baton" },
  "apps/web": { version: "0.1.0", dependencies: { next: "16.4.5" } },
  "node_modules/next": { version: "16.4.5", integrity: "sha512-a" },
  "node_modules/@next/swc-darwin-arm64": { version: "16.4.5", integrity: "sha512-b", optional: true },
};

test("all that is locked is there, but for optional packages of other systems", () => {
  const { "node_modules/next": next, "apps/web": web } = locked;
  expect(isInstalled(locked, { "node_modules/next": next, "apps/web": web })).toBe(true);
});

test("a missing package, another version, or another optional one is not installed", () => {
  const { "node_modules/@next/swc-darwin-arm64": _swc, ...present } = locked;
  const { "node_modules/next": _next, ...withoutNext } = present;
  expect(isInstalled(locked, withoutNext)).toBe(false);
  expect(
    isInstalled(locked, { ...present, "node_modules/next": { version: "16.4.4", integrity: "sha512-c" } }),
  ).toBe(false);
  expect(
    isInstalled(locked, {
      ...present,
      "node_modules/@next/swc-darwin-arm64": { version: "16.4.4", integrity: "sha512-d", optional: true },
    }),
  ).toBe(false);
});

test.each([
  ["npm error code ENOTFOUND\nnpm error network request to …", "could not be fetched"],
  ["npm error code ENOSPC", "disk is full"],
  ["npm error code EACCES\nnpm error syscall mkdir", "may not write"],
  ["npm error code EUSAGE\nnpm error `npm ci` can only install", "differ"],
  ["npm error something else", "for the reason above"],
])("what npm says becomes advice: %s", (output, advice) => {
  expect(adviseOn(output)).toContain(advice);
});
