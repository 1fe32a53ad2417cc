import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "@baton/db";
import "@baton/db/test";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { bundle } from "./bundle.mjs";
import { environmentOf, lastOf, readComposeFile, readStages } from "./compose-file";
import { ROOT, readText } from "./operating-table";

/**
 * Runs without Docker what Compose would start: the same commands, settings and SQL, in a folder laid out
 * like the image of ingest.
 */
const { services } = readComposeFile();
const stage = readStages().find(({ name }) => name === "ingest") ?? { name: "", base: "", instructions: [] };
const name = `compose_${randomBytes(6).toString("hex")}`;
const password = randomBytes(12).toString("hex");
const role = `${name}_app`;

const image = mkdtempSync(join(tmpdir(), "baton-image-"));
const sessions = join(image, "followed");
const administrator = connect(inject("postgresUrl"), { max: 1 });
/** A connection of the administrator to this test's database. */
const inside = connect(inject("postgresUrl").replace(/\/[^/]*$/, `/${name}`), { max: 1 });
const children: ChildProcess[] = [];

/** Fills in `${NAME:-default}` and `${NAME:?question}` like Compose if only required variables are set. */
const fillIn = (text: string) =>
  text.replace(/\$\{[A-Z_]+:-([^}]*)\}/g, "$1").replace(/\$\{[A-Z_]+:\?[^}]*\}/g, password);

function addressOf(url: string, user: string, userPassword: string): string {
  const { host } = new URL(inject("postgresUrl"));
  const { pathname } = new URL(url);
  return `postgres://${user}:${userPassword}@${host}${pathname.replace(/baton$/, name)}`;
}

/** Returns the environment of a service, with values that differ outside of a container. */
function environmentFor(service: string): Record<string, string> {
  const given = Object.entries(services[service]?.environment ?? {});
  const filled = Object.fromEntries(given.map(([key, value]) => [key, fillIn(String(value ?? ""))]));
  return {
    ...environmentOf(stage),
    ...filled,
    DATABASE_URL: addressOf(filled.DATABASE_URL ?? "", role, password),
    BATON_PROJECT_ROOT: image,
    BATON_INGEST_PORT: "0",
    ...(filled.BATON_FOLLOW && { BATON_FOLLOW: sessions }),
  };
}

function start(words: readonly string[], service: string): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, words.slice(1), {
    cwd: image,
    env: { PATH: process.env.PATH, ...environmentFor(service) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  let written = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (data) => (written += data));
  return { child, output: () => written };
}

async function run(words: readonly string[]): Promise<{ code: number; output: string }> {
  const { child, output } = start(words, "migrate");
  const [code] = await once(child, "close");
  return { code, output: output() };
}

async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error("it never came about");
    await sleep(50);
  }
}

async function countEvents(): Promise<number> {
  const {
    rows: [row],
  } = await inside.db.execute<{ count: number }>(sql`select count(*)::int as count from event`);
  return row?.count ?? 0;
}

const isReady = async (port: string) => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;
const baton = (...words: string[]) => run([...(services.migrate?.command ?? []).slice(0, 2), ...words]);

beforeAll(async () => {
  mkdirSync(join(sessions, "sessions"), { recursive: true });
  await Promise.all([
    bundle(join(ROOT, "apps/ingest/src/main.ts"), join(image, "apps/ingest/dist/main.mjs")),
    bundle(join(ROOT, "apps/cli/src/main.ts"), join(image, "apps/cli/dist/baton.mjs")),
  ]);
  cpSync(join(ROOT, "packages/db/migrations"), join(image, "packages/db/migrations"), { recursive: true });
  await administrator.db.execute(sql.raw(`create database ${name}`));
  // Replaces `psql` commands: the password is from the environment.
  const rolesSql = readText("deploy/postgres/10-application-role.sql")
    .replace(/^\\getenv.*$/m, "")
    .replace(":'password'", `'${password}'`)
    .replaceAll(':"DBNAME"', name)
    .replaceAll("baton_app", role);
  for (const text of [rolesSql, readText("deploy/postgres/20-audit-log.sql")])
    await inside.db.execute(sql.raw(text));
}, 120_000);

afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await inside.close();
  await administrator.db.execute(sql.raw(`drop database ${name} with (force)`));
  await administrator.db.execute(sql.raw(`drop role ${role}`));
  await administrator.close();
  rmSync(image, { recursive: true });
});

it("the Compose setup migrates, follows files with two replicas, and denies them changes of the audit log", async () => {
  expect(await run(services.migrate?.command ?? [])).toEqual({
    code: 0,
    output: "The database is up to date.\n",
  });
  const command: string[] = JSON.parse(lastOf(stage, "CMD") ?? "[]");
  const replicas = Array.from({ length: services.ingest?.deploy?.replicas ?? 1 }, () =>
    start(command, "ingest"),
  );
  expect(replicas).toHaveLength(2);
  for (const { output } of replicas) {
    await until(() => /"port":\d+/.test(output()));
    const [, port = ""] = /"port":(\d+)/.exec(output()) ?? [];
    await until(() => isReady(port));
  }
  for (const file of ["one", "two", "three"])
    writeFileSync(join(sessions, "sessions", `${file}.jsonl`), '{"event_type":"note"}\n'.repeat(100));
  await until(async () => (await countEvents()) === 300);
  expect(JSON.parse((await baton("verify", "--json")).output)).toMatchObject({
    ok: true,
    files: 3,
    lines: 300,
  });
  expect(JSON.parse((await baton("audit", "verify", "--json")).output)).toMatchObject({
    ok: true,
    owner: "baton_audit",
    role,
    findings: [],
  });
  for (const { child } of replicas) child.kill("SIGTERM");
  const ends = await Promise.all(replicas.map(({ child }) => child.exitCode ?? once(child, "exit")));
  expect(ends).toEqual([
    [0, null],
    [0, null],
  ]);
}, 240_000);
