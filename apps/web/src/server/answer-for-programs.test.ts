import { readdirSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { answerForPrograms } from "./answer-for-programs";

const HANDLERS = path.join(import.meta.dirname, "../app/api");

beforeAll(() => {
  vi.stubEnv("DATABASE_URL", "postgres://localhost/x");
  vi.stubEnv("BATON_SECRET", "a secret of the tests, long enough to be one");
});
afterAll(() => vi.unstubAllEnvs());

const ask = (host: string, signal: AbortSignal | null = null) =>
  new Request("http://localhost/api/x", { headers: { host }, signal });

/** Lists all methods of all handlers below `app/api`. */
async function listHandlers(): Promise<[string, unknown][]> {
  const files = readdirSync(HANDLERS, { recursive: true, encoding: "utf8" });
  const routes = files.filter((file) => path.basename(file) === "route.ts");
  const found = routes.map(async (file): Promise<[string, unknown][]> => {
    const methods: Record<string, unknown> = await import(path.join(HANDLERS, file));
    return Object.entries(methods)
      .filter(([name]) => /^[A-Z]+$/.test(name))
      .map(([method, handler]) => [`${method} ${path.dirname(file)}`, handler]);
  });
  return (await Promise.all(found)).flat();
}

it("answerForPrograms wraps every handler below /api/, so that none responds to a foreign host name", async () => {
  const handlers = await listHandlers();
  expect(handlers.length).toBeGreaterThanOrEqual(8);
  for (const [name, handler] of handlers) {
    if (typeof handler !== "function") throw new Error(`${name} answers nothing`);
    const answer: unknown = await handler(ask("elsewhere.example"));
    expect([name, answer instanceof Response && answer.status]).toEqual([name, 421]);
  }
});

it("answerForPrograms makes a response inert in browsers, and keeps the rest", async () => {
  const headers = new Headers({ location: "/x" });
  headers.append("set-cookie", "a=1");
  headers.append("set-cookie", "b=2");
  const handle = answerForPrograms(async () => new Response("text", { status: 202, headers }));
  const answer = await handle(ask("localhost"));
  expect(answer.headers.get("content-security-policy")).toBe("default-src 'none'; frame-ancestors 'none'");
  expect(answer.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  expect([answer.status, answer.headers.get("location"), await answer.text()]).toEqual([202, "/x", "text"]);
});

it("answerForPrograms hides errors of aborted requests, and throws others", async () => {
  const handle = answerForPrograms(() => Promise.reject(new Error("aborted")));
  expect((await handle(ask("localhost", AbortSignal.abort()))).status).toBe(499);
  await expect(handle(ask("localhost"))).rejects.toThrow("aborted");
});
