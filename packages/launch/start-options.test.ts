import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeMissing, readStartOptions } from "./start-options.mjs";

let folder = "";

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "baton-options-")));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

test("the defaults are port 3000, Baton's own database and no followed paths", () => {
  expect(readStartOptions({}, {}, folder, folder)).toEqual({
    dataFolder: join(homedir(), ".baton"),
    follow: [],
    port: 3000,
    databaseUrl: undefined,
  });
});

test("--follow and BATON_FOLLOW add up to absolute paths, each once", () => {
  const environment = { BATON_FOLLOW: [folder, tmpdir(), ""].join(delimiter) };
  const { follow } = readStartOptions({ follow: [".", tmpdir()] }, environment, folder, folder);
  expect(follow).toEqual([folder, tmpdir()]);
});

test("--follow accepts a path that does not exist yet, and describeMissing names its absolute path", () => {
  const { follow } = readStartOptions({ follow: ["later", "."] }, {}, folder, folder);
  expect(follow).toEqual([join(folder, "later"), folder]);
  expect(describeMissing(follow)).toEqual([
    `${join(folder, "later")} does not exist yet: Baton waits for it, and follows it once it appears.`,
  ]);
});

test("the data folder is --data, then BATON_DATA, then .data of the clone, then ~/.baton", () => {
  const clone = join(folder, "clone");
  mkdirSync(clone);
  writeFileSync(join(clone, "turbo.json"), "{}");
  const dataFolder = (data: string | undefined, environment: Record<string, string>, root: string) =>
    readStartOptions({ data }, environment, folder, root).dataFolder;
  expect(dataFolder("mine", { BATON_DATA: "other" }, clone)).toBe(join(folder, "mine"));
  expect(dataFolder(undefined, { BATON_DATA: "other" }, clone)).toBe(join(folder, "other"));
  expect(dataFolder(undefined, {}, clone)).toBe(join(clone, ".data"));
  expect(dataFolder("~/kept", {}, folder)).toBe(join(homedir(), "kept"));
});

test.each(["0", "65535", "3000.5", "web"])("PORT=%s is rejected", (port) => {
  expect(() => readStartOptions({}, { PORT: port }, folder, folder)).toThrow(`PORT is “${port}”`);
  expect(() => readStartOptions({ port }, {}, folder, folder)).toThrow(`--port is “${port}”`);
});

test("--port overrides PORT", () => {
  expect(readStartOptions({ port: "4000" }, { PORT: "5000" }, folder, folder).port).toBe(4000);
});

test.each(["mysql://localhost/x", "localhost:5432"])("DATABASE_URL=%s is rejected", (url) => {
  expect(() => readStartOptions({}, { DATABASE_URL: url }, folder, folder)).toThrow(
    "DATABASE_URL must be a PostgreSQL URL",
  );
});

test("an empty environment variable counts as unset", () => {
  expect(
    readStartOptions({}, { PORT: "", DATABASE_URL: "", BATON_FOLLOW: "" }, folder, folder),
  ).toMatchObject({
    port: 3000,
    databaseUrl: undefined,
    follow: [],
  });
});
