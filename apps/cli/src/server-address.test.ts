import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { findServerAddress } from "./server-address";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "baton-address-"));
  vi.stubEnv("BATON_URL", undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const ADDRESS = "http://127.0.0.1:3900";
const leaveWord = (record: object | string) =>
  writeFileSync(join(folder, "baton.json"), typeof record === "string" ? record : JSON.stringify(record));

it("findServerAddress returns the address of the running Baton", () => {
  leaveWord({ pid: process.pid, address: ADDRESS, services: [] });
  expect(findServerAddress(folder)).toBe(ADDRESS);
});

it("findServerAddress prefers BATON_URL", () => {
  leaveWord({ pid: process.pid, address: ADDRESS, services: [] });
  vi.stubEnv("BATON_URL", "https://baton.example");
  expect(findServerAddress(folder)).toBe("https://baton.example");
});

it.each([
  ["no Baton has run here", null],
  ["the recorded process has ended", { pid: 2 ** 22 + 1, address: ADDRESS, services: [] }],
  ["the run record is unreadable", "{"],
])("findServerAddress returns the default address if %s", (_, record) => {
  if (record !== null) leaveWord(record);
  expect(findServerAddress(folder)).toBe("http://127.0.0.1:3000");
});
