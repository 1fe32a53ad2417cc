import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { batonCommandOf, startCommandOf } from "./start-command.mjs";

const DATA = join(homedir(), ".baton");
const NPX = { npm_command: "exec" };
let folder = "";
let root = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "baton-command-"));
  root = join(folder, "node_modules", "@baton", "cli");
  mkdirSync(root, { recursive: true });
});

afterAll(() => rmSync(folder, { recursive: true }));

function ask(...packages: string[]) {
  writeFileSync(join(folder, "package.json"), JSON.stringify({ _npx: { packages } }));
}

test("an installed package starts with its program", () => {
  expect(startCommandOf(root, DATA, {})).toBe("baton start");
});

test("npx runs the published package, or the program of a tarball by its path", () => {
  ask("@baton/cli@0.1.0");
  expect(startCommandOf(root, DATA, NPX)).toBe("npx @baton/cli@0.1.0 start");
  ask("./baton-cli-0.1.0.tgz");
  expect(startCommandOf(root, DATA, NPX)).toBe(`${join(folder, "node_modules/.bin/baton")} start`);
});

test("a clone starts with npm, and names a data folder of its own", () => {
  writeFileSync(join(root, "turbo.json"), "{}");
  expect(startCommandOf(root, join(root, ".data"), NPX)).toBe("npm start");
  expect(startCommandOf(root, "/srv/a b", {})).toBe("BATON_DATA='/srv/a b' npm start");
  const program = join(root, "node_modules/.bin/baton");
  expect(batonCommandOf(root, "/srv/data", NPX)).toBe(`BATON_DATA=/srv/data ${program}`);
});
