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

it("limitLarge runs two queries at a time and lets users take turns", async () => {
  const { started, query, end } = createQueries();
  const names = ["ada 1", "ada 2", "ada 3", "ben 1", "eve 1", "ben 2"];
  const results = names.map((name) => limitLarge(name.slice(0, 3), null, query(name)));
  const order = ["ada 1", "ada 2", "ben 1", "eve 1", "ben 2", "ada 3"];
  for (const [index, name] of order.entries()) {
    await expect.poll(() => started).toEqual(order.slice(0, index + 2));
    end(name);
  }
  expect(await Promise.all(results)).toEqual(names);
});

it("limitLarge does not start a query whose client disconnected while it waited", async () => {
  const { started, query, end } = createQueries();
  const client = new AbortController();
  const running = ["first", "second"].map((name) => limitLarge("ada", null, query(name)));
  const third = limitLarge("ada", client.signal, query("third"));
  await expect.poll(() => started).toEqual(["first", "second"]);
  client.abort();
  await expect(third).rejects.toMatchObject({ code: "CLIENT_CLOSED_REQUEST" });
  end("first");
  end("second");
  await Promise.all(running);
  expect(started).toEqual(["first", "second"]);
});

it("limitLarge rejects a user with fifty pending queries, and no other user", async () => {
  const { query, end } = createQueries();
  const first = limitLarge("ada", null, query("first"));
  const waiting = Array.from({ length: 49 }, () => limitLarge("ada", null, async () => "done"));
  await expect(limitLarge("ada", null, async () => "late")).rejects.toMatchObject({
    code: "TOO_MANY_REQUESTS",
  });
  expect(await limitLarge("ben", null, async () => "other")).toBe("other");
  end("first");
  await first;
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(["done"]));
});
