import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
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

test("nothing said means port 3000, a database of our own and nothing to follow", () => {
  expect(readStartOptions([], {}, folder)).toEqual({
    isHelpWanted: false,
    follow: [],
    port: 3000,
    databaseUrl: undefined,
  });
});

test("paths to follow come from the command line and the environment, absolute, each once", () => {
  const environment = { BATON_FOLLOW: [folder, tmpdir(), ""].join(delimiter) };
  const { follow } = readStartOptions(["--follow", ".", `--follow=${tmpdir()}`], environment, folder);
  expect(follow).toEqual([folder, tmpdir()]);
});

test("a path that does not exist yet is followed, and named absolute, so that a typo is seen", () => {
  const { follow } = readStartOptions(["--follow", "later", "--follow", "."], {}, folder);
  expect(follow).toEqual([join(folder, "later"), folder]);
  expect(describeMissing(follow)).toEqual([
    `${join(folder, "later")} does not exist yet: Baton waits for it, and follows it once it appears.`,
  ]);
});

test("an unknown word is refused with the usage", () => {
  expect(() => readStartOptions(["--folow", "x"], {}, folder)).toThrow(/folow.*\n\nnpm start/s);
});

test.each(["0", "65535", "3000.5", "web"])("PORT=%s is refused", (port) => {
  expect(() => readStartOptions([], { PORT: port }, folder)).toThrow(`PORT is “${port}”`);
});

test.each(["mysql://localhost/x", "localhost:5432"])("DATABASE_URL=%s is refused", (url) => {
  expect(() => readStartOptions([], { DATABASE_URL: url }, folder)).toThrow(
    "DATABASE_URL is no address of a PostgreSQL",
  );
});

test("set but empty is the same as not set", () => {
  expect(readStartOptions([], { PORT: "", DATABASE_URL: "", BATON_FOLLOW: "" }, folder)).toMatchObject({
    port: 3000,
    databaseUrl: undefined,
    follow: [],
  });
});
