import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { createClient } from "../src/client";
import { databaseUrls } from "./cluster.mjs";
import { isAlive, readConnection, StartError, startPostgres, startTemporaryPostgres } from "./index.mjs";

const isRoot = process.getuid?.() === 0;
let root = "";
let dataDirectory = "";

/** Creating a cluster takes two seconds; copying one is fast. */
let template = "";

beforeAll(async () => {
  template = mkdtempSync(join(tmpdir(), "baton-server-"));
  chmodSync(template, 0o755);
  const server = await startPostgres({ dataDirectory: join(template, ".data", "pg"), fast: true });
  await server.stop();
});

afterAll(() => {
  rmSync(template, { recursive: true, force: true });
});

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "baton-server-"));
  chmodSync(root, 0o755);
  dataDirectory = join(root, ".data", "pg");
});

afterEach(async () => {
  const left = await readConnection(dataDirectory);
  if (left) process.kill(left.pid, "SIGQUIT");
  rmSync(root, { recursive: true, force: true });
});

function copyTemplate(): void {
  execFileSync("cp", ["-a", join(template, ".data"), join(root, ".data")]);
}

function start() {
  return startPostgres({ dataDirectory, fast: true });
}

/** Starts the server in another process, which waits to be killed. */
async function startElsewhere({ fast = true } = {}): Promise<{ launcher: ChildProcess; url: string }> {
  const script = `
    import { startPostgres } from ${JSON.stringify(new URL("./index.mjs", import.meta.url).href)};
    const { url } = await startPostgres({ dataDirectory: ${JSON.stringify(dataDirectory)}, fast: ${fast} });
    console.log(JSON.stringify({ url }));
    setInterval(() => {}, 1000);`;
  return runElsewhere(script);
}

async function runElsewhere(script: string): Promise<{ launcher: ChildProcess; url: string }> {
  const launcher = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(launcher.stdout, "data");
  return { launcher, ...z.object({ url: z.string() }).parse(JSON.parse(String(line))) };
}

async function kill(launcher: ChildProcess): Promise<void> {
  const exit = once(launcher, "exit");
  launcher.kill("SIGKILL");
  await exit;
}

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = createClient(url);
  try {
    await client.connect();
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

async function untilGone(pid: number): Promise<void> {
  while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 20));
}

describe("startPostgres, first start,", () => {
  test("creates a UTF-8 database that requires a password and listens only on loopback", async () => {
    const server = await start();
    expect(server.wasRunning).toBe(false);
    const [row] = await query(
      server.url,
      `select current_database() as name, current_setting('server_encoding') as encoding,
      current_setting('listen_addresses') as addresses, current_setting('max_locks_per_transaction') as locks`,
    );
    expect(row).toEqual({ name: "baton", encoding: "UTF8", addresses: "127.0.0.1", locks: "1024" });
    const [, , , , socketFolder] = readFileSync(join(dataDirectory, "postmaster.pid"), "utf8").split("\n");
    expect(socketFolder).toBe("");
    const guess = new URL(server.url);
    guess.password = "guess";
    await expect(query(guess.href, `select 1`)).rejects.toThrow("password authentication failed");
    await server.stop();
  });

  test("writes a connection file that only its owner can read, and removes it on stop", async () => {
    const server = await start();
    const file = join(root, ".data", "connection.json");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const connection = z
      .object({ url: z.string(), port: z.number(), pid: z.number() })
      .parse(JSON.parse(readFileSync(file, "utf8")));
    expect(connection.url).toBe(server.url);
    await server.stop();
    expect(isAlive(connection.pid)).toBe(false);
    expect(() => statSync(file)).toThrow("ENOENT");
  });

  test("succeeds after an interrupted first start", async () => {
    mkdirSync(join(root, ".data", "pg.draft", "base"), { recursive: true });
    writeFileSync(join(root, ".data", "pg.password"), "half");
    const server = await start();
    expect(await query(server.url, "select 1 as one")).toEqual([{ one: 1 }]);
    await server.stop();
  });

  test("stores the data elsewhere if PostgreSQL's account cannot enter the folder", async () => {
    mkdirSync(dirname(dataDirectory));
    chmodSync(root, 0o700);
    const server = await start();
    expect(await query(server.url, "select 1 as one")).toEqual([{ one: 1 }]);
    const place = realpathSync(dataDirectory);
    expect(lstatSync(dataDirectory).isSymbolicLink()).toBe(isRoot);
    await server.stop();
    const again = await start();
    expect(again.url.replace(/:\d+\//, "/")).toBe(server.url.replace(/:\d+\//, "/"));
    await again.stop();
    rmSync(isRoot ? dirname(place) : place, { recursive: true });
  });

  test("reports data that became inaccessible instead of creating a new database", async () => {
    copyTemplate();
    chmodSync(root, 0o700);
    const server = start();
    if (isRoot) await expect(server).rejects.toThrow("let others enter the folders above it");
    else await (await server).stop();
  });

  test("leaves a folder with other files unchanged", async () => {
    mkdirSync(dataDirectory, { recursive: true });
    writeFileSync(join(dataDirectory, "thesis.txt"), "years of work");
    const refusal = await start().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StartError);
    expect(String(refusal)).toContain("move them away");
    expect(readFileSync(join(dataDirectory, "thesis.txt"), "utf8")).toBe("years of work");
  });

  test("rejects the files of another PostgreSQL version in one sentence", async () => {
    mkdirSync(dataDirectory, { recursive: true });
    writeFileSync(join(dataDirectory, "PG_VERSION"), "17\n");
    await expect(start()).rejects.toThrow("was made by PostgreSQL 17, and this is PostgreSQL 18");
  });
});

describe("startPostgres, second start,", () => {
  beforeEach(copyTemplate);

  test("joins the running server, which stops with its last user", async () => {
    const first = await start();
    const second = await start();
    expect(second).toMatchObject({ url: first.url, wasRunning: true });
    await first.stop();
    expect(await query(second.url, `select 1 as one`)).toEqual([{ one: 1 }]);
    await second.stop();
    expect(await readConnection(dataDirectory)).toBeUndefined();
  });

  test("gives the application a role without superuser rights, and the ownership of older tables", async () => {
    const first = await start();
    const { administratorUrl } = databaseUrls(dataDirectory, first.port);
    await query(administratorUrl, `create table old (number int)`);
    await expect(query(first.url, `insert into old values (1)`)).rejects.toThrow("denied");
    const second = await start();
    await query(second.url, `insert into old values (1)`);
    const [role] = await query(
      second.url,
      `select rolsuper, rolcreaterole, rolcreatedb, pg_has_role('baton_audit', 'MEMBER') as is_owner
        from pg_roles where rolname = current_user`,
    );
    expect(role).toEqual({ rolsuper: false, rolcreaterole: false, rolcreatedb: false, is_owner: false });
    await Promise.all([first.stop(), second.stop()]);
  });

  test("stops its server even if its data was deleted", async () => {
    const server = await start();
    const connection = await readConnection(dataDirectory);
    rmSync(join(root, ".data"), { recursive: true });
    await server.stop();
    expect(isAlive(connection?.pid ?? process.pid)).toBe(false);
  });

  test("joins one server if several processes start at the same time", async () => {
    const all = await Promise.all([startElsewhere(), startElsewhere(), startElsewhere()]);
    expect(new Set(all.map(({ url }) => url)).size).toBe(1);
    const own = await start();
    expect(own.wasRunning).toBe(true);
    await Promise.all(all.map(({ launcher }) => kill(launcher)));
    await own.stop();
    expect(await readConnection(dataDirectory)).toBeUndefined();
  });
});

describe("startPostgres, after a kill -9,", () => {
  beforeEach(copyTemplate);

  test("joins the orphaned server of a killed launcher, which stops with its new user", async () => {
    const { launcher, url } = await startElsewhere();
    await kill(launcher);
    const server = await start();
    expect(server).toMatchObject({ url, wasRunning: true });
    await server.stop();
    expect(await readConnection(dataDirectory)).toBeUndefined();
  });

  test("keeps committed data if launcher and server were killed", async () => {
    const { launcher, url } = await startElsewhere({ fast: false });
    await query(url, `create table kept as select 42 as answer`);
    const connection = await readConnection(dataDirectory);
    await kill(launcher);
    if (connection) process.kill(connection.pid, "SIGKILL");
    await untilGone(connection?.pid ?? 0);
    const server = await start();
    expect(server.wasRunning).toBe(false);
    expect(await query(server.url, `select answer from kept`)).toEqual([{ answer: 42 }]);
    await server.stop();
  });

  test.each(["ready   ", "starting"])(
    "ignores a stale “%s” file whose process ID now belongs to another program",
    async (status) => {
      const server = await start();
      await server.stop();
      const lines = [
        process.pid,
        dataDirectory,
        1_700_000_000,
        server.port,
        "",
        "127.0.0.1",
        "  5432001  0",
        status,
        "",
      ];
      writeFileSync(join(dataDirectory, "postmaster.pid"), lines.join("\n"));
      const again = await start();
      expect(again.wasRunning).toBe(false);
      await again.stop();
      expect(isAlive(process.pid)).toBe(true);
    },
  );
});

describe("startTemporaryPostgres", () => {
  test("deletes its folder when it is stopped", async () => {
    const server = await startTemporaryPostgres();
    const [row] = await query(
      server.administratorUrl,
      `select current_setting('data_directory') as directory`,
    );
    await server.stop();
    expect(existsSync(dirname(String(row?.directory)))).toBe(false);
  });

  test("deletes its folder when the process that started it ends, even by kill -9", async () => {
    const script = `
      import { startTemporaryPostgres } from ${JSON.stringify(new URL("./index.mjs", import.meta.url).href)};
      const { administratorUrl: url } = await startTemporaryPostgres();
      console.log(JSON.stringify({ url }));
      setInterval(() => {}, 1000);`;
    const { launcher, url } = await runElsewhere(script);
    const [row] = await query(url, `select current_setting('data_directory') as directory`);
    const folder = dirname(String(row?.directory));
    expect(existsSync(folder)).toBe(true);
    await kill(launcher);
    await expect.poll(() => existsSync(folder), { timeout: 20_000 }).toBe(false);
    await expect(query(url, `select 1`)).rejects.toThrow("ECONNREFUSED");
  });
});
