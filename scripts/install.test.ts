import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import { adviseOn, ensureInstalled, isInstalled } from "./install.mjs";

const locked = {
  "": { name: "baton" },
  "apps/web": { version: "0.1.0", dependencies: { next: "16.4.5" } },
  "node_modules/next": { version: "16.4.5", integrity: "sha512-a" },
  "node_modules/@next/swc-darwin-arm64": { version: "16.4.5", integrity: "sha512-b", optional: true },
};

test("isInstalled returns true if only optional packages of other systems are missing", () => {
  const { "node_modules/next": next, "apps/web": web } = locked;
  expect(isInstalled(locked, { "node_modules/next": next, "apps/web": web })).toBe(true);
});

test("isInstalled returns false for a missing package, another version, or another optional package", () => {
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
])("adviseOn returns advice for: %s", (output, advice) => {
  expect(adviseOn(output)).toContain(advice);
});

test("ensureInstalled queries the registry if npm's cache lacks a version", async () => {
  const root = mkdtempSync(join(tmpdir(), "baton-install-"));
  const script = `#!/bin/sh
echo "$*" >> asked
case "$*" in *--prefer-offline*) echo "npm error code ETARGET" >&2; exit 1;; esac
mkdir -p node_modules
`;
  writeFileSync(join(root, "npm"), script, { mode: 0o755 });
  writeFileSync(join(root, "package-lock.json"), "{}");
  const path = process.env.PATH;
  process.env.PATH = `${root}${delimiter}${path}`;
  try {
    await ensureInstalled(root, new AbortController().signal);
    const asked = readFileSync(join(root, "asked"), "utf8").trim().split("\n");
    expect(asked.map((line) => line.includes("--prefer-offline"))).toEqual([true, false]);
  } finally {
    process.env.PATH = path;
    rmSync(root, { recursive: true });
  }
});
