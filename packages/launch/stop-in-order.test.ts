import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isAlive } from "../db/server/index.mjs";
import { runCommand } from "./run-command.mjs";
import { startService, untilHealthy } from "./service.mjs";

const PATIENCE = { timeout: 20_000, interval: 50 };
let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "baton-stop-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** @param script an ES module that prints a process id on its first line */
async function run(script: string): Promise<{ child: ChildProcess; pid: number }> {
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(child.stdout, "data");
  return { child, pid: Number(line) };
}

function service(program: string, graceMs = 200) {
  return startService({
    name: "The service",
    command: ["-e", program],
    cwd: folder,
    environment: process.env,
    logFile: join(folder, "service.log"),
    graceMs,
  });
}

// With 0 ms, the launcher exits before the service has connected to it.
test.each([0, 1500])(
  "a service that ignores SIGTERM exits when its launcher is killed after %i ms",
  async (delayMs) => {
    const module = new URL("./service.mjs", import.meta.url).href;
    const { child, pid } = await run(`
    import { startService } from ${JSON.stringify(module)};
    const service = startService({
      name: "Stubborn",
      command: ["-e", "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"],
      cwd: ${JSON.stringify(folder)},
      environment: process.env,
      logFile: ${JSON.stringify(join(folder, "service.log"))},
      graceMs: 1000,
    });
    setTimeout(() => console.log(service.pid), ${delayMs});`);
    expect(isAlive(pid)).toBe(true);
    child.kill("SIGKILL");
    await expect.poll(() => isAlive(pid), PATIENCE).toBe(false);
  },
  30_000,
);

test("stop() kills a service that does not exit within its grace period", async () => {
  const stubborn = service("process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)");
  await stubborn.stop();
  expect(isAlive(stubborn.pid ?? process.pid)).toBe(false);
}, 30_000);

test("a service that exits unexpectedly is reported with the end of its log", async () => {
  const broken = service("console.error('no such table'); process.exit(3)");
  const failure = untilHealthy(broken, "http://127.0.0.1:9/", new AbortController().signal);
  await expect(failure).rejects.toThrow(/The service stopped \(exit code 3\).*no such table/s);
}, 30_000);

test("aborting a command also ends its child processes", async () => {
  const controller = new AbortController();
  const pidFile = join(folder, "pid");
  const command = runCommand("/bin/sh", ["-c", `sleep 60 & echo $! > ${pidFile}; wait`], {
    cwd: folder,
    signal: controller.signal,
  });
  const grandchild = () => {
    try {
      return Number(readFileSync(pidFile, "utf8"));
    } catch {
      return 0;
    }
  };
  await expect.poll(grandchild, PATIENCE).toBeGreaterThan(0);
  controller.abort(new Error("stop"));
  await expect(command).rejects.toThrow("stop");
  await expect.poll(() => isAlive(grandchild()), PATIENCE).toBe(false);
}, 30_000);

test("listenForStop aborts when the parent npm exits", async () => {
  const module = new URL("./stop-signal.mjs", import.meta.url).href;
  const program = `
    import { listenForStop } from ${JSON.stringify(module)};
    const hold = setInterval(() => {}, 1000);
    listenForStop().addEventListener("abort", () => clearInterval(hold));
    console.log(process.pid);`;
  const environment = { ...process.env, npm_lifecycle_event: "start", PROGRAM: program };
  const npm = spawn("/bin/sh", ["-c", `"${process.execPath}" --input-type=module -e "$PROGRAM"; true`], {
    env: environment,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(npm.stdout, "data");
  const pid = Number(line);
  expect(isAlive(pid)).toBe(true);
  npm.kill("SIGKILL");
  await expect.poll(() => isAlive(pid), PATIENCE).toBe(false);
}, 30_000);

test("a log keeps that of the start before it, and continues at its beginning after it was truncated", async () => {
  const log = join(folder, "service.log");
  const first = service("console.log('first')");
  await first.ended;
  const second = service("process.on('message', () => {}); setInterval(() => console.log('second'), 50)");
  await expect.poll(() => readFileSync(log, "utf8"), PATIENCE).toContain("second");
  truncateSync(log);
  await expect.poll(() => readFileSync(log, "utf8"), PATIENCE).toContain("second");
  expect(readFileSync(log, "utf8")).not.toContain("\0");
  expect(readFileSync(`${log}.1`, "utf8")).toBe("first\n");
  await second.stop();
});
