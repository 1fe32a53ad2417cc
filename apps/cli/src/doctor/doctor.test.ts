import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "@baton/db/server";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runCommand } from "../../test/run-command";
import { checkDataFolder, checkDisk, checkOwnDatabase } from "./check-folder";
import { checkAddress, checkNode, checkPrograms, checkVersion } from "./check-programs";
import { checkDatabase, checkPorts } from "./check-server";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "baton-doctor-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("the checks of baton doctor", () => {
  it("find an old Node", () => {
    expect(checkNode("20.19.0").state).toBe("ok");
    expect(checkNode("18.20.8")).toMatchObject({
      state: "problem",
      advice: expect.stringContaining("20.19"),
    });
  });

  it("find missing programs, with different advice in a clone than in a package", () => {
    expect(checkPrograms(folder)).toMatchObject({ state: "problem", advice: "Install @baton/cli again." });
    writeFileSync(join(folder, "turbo.json"), "{}");
    expect(checkPrograms(folder).advice).toContain("npm start");
  });

  it("find a path in the public address of an installed package, and accept it in a clone", () => {
    const url = "https://example.com/baton";
    expect(checkAddress("https://example.com/", folder)).toEqual([]);
    expect(checkAddress(url, folder)).toMatchObject([
      { state: "problem", message: expect.stringMatching(/path \/baton.*clone or image/) },
    ]);
    writeFileSync(join(folder, "turbo.json"), "{}");
    expect(checkAddress(url, folder)).toEqual([]);
  });

  it("find a running Baton of another version", () => {
    expect(checkVersion("2.0.0", undefined).state).toBe("ok");
    expect(checkVersion("2.0.0", "2.0.0").state).toBe("ok");
    expect(checkVersion("2.0.0", "1.0.0")).toMatchObject({
      state: "problem",
      message: "2.0.0 is installed, but 1.0.0 runs.",
    });
  });

  it("reject a file in place of the data folder, and accept a folder that does not exist yet", async () => {
    const file = join(folder, "file");
    writeFileSync(file, "");
    expect((await checkDataFolder(join(file, "data"))).state).toBe("problem");
    expect((await checkDataFolder(join(folder, "later", "data"))).state).toBe("ok");
  });

  it("find a full disk", async () => {
    expect((await checkDisk(folder, 1)).state).toBe("ok");
    expect((await checkDisk(folder, 1e18)).state).toBe("problem");
  });

  it("find database files of another PostgreSQL version", async () => {
    expect(await checkOwnDatabase(folder)).toBeNull();
    mkdirSync(join(folder, "pg"));
    writeFileSync(join(folder, "pg", "PG_VERSION"), "15\n");
    expect(await checkOwnDatabase(folder)).toMatchObject({
      state: "problem",
      message: expect.stringContaining("PostgreSQL 15"),
    });
  });

  it("note a port in use, and name the ports that Baton would use", async () => {
    const port = await findFreePort();
    const server = createServer().listen(port, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    expect(await checkPorts(port, false)).toMatchObject({ state: "note" });
    expect((await checkPorts(port, true)).state).toBe("ok");
    server.close();
  });

  it("find a database that does not respond", async () => {
    const check = await checkDatabase(`postgres://baton@127.0.0.1:${await findFreePort()}/baton`);
    expect(check).toMatchObject({ state: "problem", message: expect.stringContaining("no server listens") });
  });
});

describe("the status, stop and start commands", () => {
  it("report that Baton does not run", async () => {
    const status = await runCommand("status", "--data", folder, "--json");
    expect(status.exitCode).toBe(1);
    expect(JSON.parse(status.stdout)).toMatchObject({ running: false, ready: false, data: folder });
    const stop = await runCommand("stop", "--data", folder);
    expect(stop).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("does not run") });
  });

  it("refuse a port that is not a number", async () => {
    const { exitCode, stderr } = await runCommand("start", "--data", folder, "--port", "web");
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("--port is “web”"),
    });
  });
});
