import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

async function importBelow(path: string) {
  vi.stubEnv("BATON_BASE_PATH", path);
  vi.resetModules();
  return { ...(await import("./base-path")), ...(await import("./env")) };
}

it.each([
  ["/baton", ["/baton", "/baton/docs"]],
  ["", ["/", "/docs"]],
])("withBasePath below %j", async (path, expected) => {
  const { withBasePath } = await importBelow(path);
  expect(["/", "/docs"].map(withBasePath)).toEqual(expected);
});

it.each([
  ["/baton", "https://company.example/baton/", null],
  ["/baton", "https://company.example/other", "BATON_URL: must have the path /baton"],
  ["/baton", "", "BATON_URL: must have the path /baton"],
  ["", "", null],
  ["", "https://company.example", null],
  ["", "https://company.example/baton", "BATON_URL: must have no path"],
])("a server that was built for %j with the BATON_URL %j", async (path, address, refusal) => {
  const { env } = await importBelow(path);
  vi.stubEnv("DATABASE_URL", "postgres://baton@localhost/baton");
  vi.stubEnv("BATON_SECRET", "a secret of the tests, long enough to be one");
  vi.stubEnv("BATON_URL", address);
  if (refusal === null) expect(env().BATON_URL).toBe(address || undefined);
  else expect(env).toThrow(refusal);
});

/**
 * Uses of a path that Next does not complete: plain elements, requests and the browser's location. The address of a
 * request that a handler gets has no base path.
 */
const INCOMPLETE =
  /<(?:a|form|img|script|iframe|link)\b[^>]*?\s(?:href|src|action)=(?:"\/|\{["`]\/)|\b(?:fetch|EventSource|WebSocket|assign|replaceState|pushState|URL|Request|open)\(\s*["`]\/|location(?:\.href)? = |\b(?:url|endpoint|basePath|callbackURL): ["`]\/|Path=\//;

function findIncomplete(text: string): string[] {
  return text
    .split("\n")
    .filter((line) => INCOMPLETE.test(line) && !/^\s*(?:\*|\/)|, request\.url\)/.test(line));
}

it("no file uses a path of this server without withBasePath, unless Next completes it", () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.(?:tsx?|css)$/.test(file) && !/\.test\./.test(file),
  );
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((file) =>
    findIncomplete(readFileSync(join(import.meta.dirname, file), "utf8")).map(
      (line) => `${file}: ${line.trim()}`,
    ),
  );
  expect(found).toEqual([]);
});

it.each([
  '<a href="/sign-in">',
  "<a className={x} href={`/docs/a`}>",
  '<form action="/docs">',
  'await fetch("/api/trpc")',
  'window.location.assign("/")',
  'window.location.href = "/account"',
  'new URL("/docs", location.href)',
  'callbackURL: "/",',
  "`zone=a; Path=/; HttpOnly`",
])("such a use is found (negative control): %s", (line) => expect(findIncomplete(line)).toEqual([line]));
