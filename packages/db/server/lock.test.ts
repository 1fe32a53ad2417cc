import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { acquireLock } from "./lock.mjs";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "baton-lock-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

test("acquireLock waits for the current holder, and reports that once", async () => {
  const path = join(folder, "lock");
  const order: string[] = [];
  const release = await acquireLock(path);
  const second = acquireLock(path, { onWait: (holder) => order.push(`waits for ${holder}`) });
  await expect.poll(() => order).not.toEqual([]);
  // Long enough to ask again.
  await new Promise((resolve) => setTimeout(resolve, 200));
  order.push("released");
  release();
  (await second)();
  expect(order).toEqual([`waits for ${process.pid}`, "released"]);
});

test("acquireLock takes over the lock of a dead process", async () => {
  const path = join(folder, "lock");
  const gone = spawn("true");
  await once(gone, "exit");
  writeFileSync(path, JSON.stringify({ pid: gone.pid, token: "left behind" }));
  const release = await acquireLock(path);
  expect(readFileSync(path, "utf8")).toContain(`"pid":${process.pid}`);
  release();
});

test("acquireLock prevents lost updates between processes, also when they start with an abandoned lock", async () => {
  const path = join(folder, "lock");
  const counter = join(folder, "counter");
  writeFileSync(path, JSON.stringify({ pid: 2 ** 22 + 1, token: "left behind" }));
  writeFileSync(counter, "0");
  const script = `
    import { readFileSync, writeFileSync } from "node:fs";
    import { acquireLock } from ${JSON.stringify(new URL("./lock.mjs", import.meta.url).href)};
    for (let step = 0; step < 20; step += 1) {
      const release = await acquireLock(${JSON.stringify(path)});
      const count = Number(readFileSync(${JSON.stringify(counter)}, "utf8"));
      await new Promise((resolve) => setTimeout(resolve, 1));
      writeFileSync(${JSON.stringify(counter)}, String(count + 1));
      release();
    }`;
  const workers = Array.from({ length: 4 }, () =>
    spawn(process.execPath, ["--input-type=module", "-e", script]),
  );
  const codes = await Promise.all(workers.map(async (worker) => (await once(worker, "exit"))[0]));
  expect(codes).toEqual([0, 0, 0, 0]);
  expect(readFileSync(counter, "utf8")).toBe("80");
}, 60_000);
