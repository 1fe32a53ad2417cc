import { cpuMilliseconds } from "@baton/core/test/cpu-time";
import { expect, it } from "vitest";
import { sha256Of } from "../sha256";
import { storedKey } from "./stored-key";

it("storedKey keeps an ID that fits into an index, and shortens a longer one with its hash", () => {
  expect(storedKey("s1")).toBe("s1");
  expect(storedKey("é".repeat(512))).toBe("é".repeat(512));
  for (const id of [
    "é".repeat(513),
    "\0".repeat(200),
    "x".repeat(1_025),
    "x".repeat(20_000),
    "y".repeat(20_000),
  ]) {
    expect(storedKey(id)).toBe(`${id.slice(0, 63)}…sha256:${sha256Of(id)}`);
  }
});

it("storedKey computes a long ID once for all records that share it", () => {
  const [session, caller] = ["s ".repeat(1_500_000), "c ".repeat(1_500_000)];
  const start = cpuMilliseconds();
  for (let record = 0; record < 2_000; record++) for (const id of [session, caller]) storedKey(id);
  expect(cpuMilliseconds() - start).toBeLessThan(2_000);
});
