import { expect, it } from "vitest";
import { limitLarge } from "./limit-large";

/** Creates queries that end on command, and records the order of their starts. */
function createQueries() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const query = (name: string) => async () => {
    started.push(name);
    await new Promise<void>((resolve) => ends.set(name, resolve));
    return name;
  };
  return { started, query, end: (name: string) => ends.get(name)?.() };
}

it("limitLarge runs one query at a time per user and two in total", async () => {
  const { started, query, end } = createQueries();
  const results = ["ada 1", "ada 2", "ben 1", "eve 1"].map((name) =>
    limitLarge(name.slice(0, 3), null, query(name)),
  );
  await expect.poll(() => started).toEqual(["ada 1", "ben 1"]);
  end("ben 1");
  await expect.poll(() => started).toEqual(["ada 1", "ben 1", "eve 1"]);
  end("ada 1");
  await expect.poll(() => started).toEqual(["ada 1", "ben 1", "eve 1", "ada 2"]);
  end("eve 1");
  end("ada 2");
  expect(await Promise.all(results)).toEqual(["ada 1", "ada 2", "ben 1", "eve 1"]);
});

it("limitLarge does not start a query whose client disconnected while it waited", async () => {
  const { started, query, end } = createQueries();
  const client = new AbortController();
  const first = limitLarge("ada", null, query("first"));
  const second = limitLarge("ada", client.signal, query("second"));
  await expect.poll(() => started).toEqual(["first"]);
  client.abort();
  await expect(second).rejects.toMatchObject({ code: "CLIENT_CLOSED_REQUEST" });
  end("first");
  await first;
  expect(started).toEqual(["first"]);
});

it("limitLarge rejects a user with fifty waiting queries, and no other user", async () => {
  const { query, end } = createQueries();
  const first = limitLarge("ada", null, query("first"));
  const waiting = Array.from({ length: 50 }, () => limitLarge("ada", null, async () => "done"));
  await expect(limitLarge("ada", null, async () => "late")).rejects.toMatchObject({
    code: "TOO_MANY_REQUESTS",
  });
  expect(await limitLarge("ben", null, async () => "other")).toBe("other");
  end("first");
  await first;
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(["done"]));
});
