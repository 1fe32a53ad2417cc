import { TRPCError } from "@trpc/server";
import { describe, expect, it } from "vitest";
import { Turns } from "./turns";

/** Lets what waits go on. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

describe("turns", () => {
  it("lets each asker have so many at once, and gives the next in order", async () => {
    const turns = new Turns({ atOnce: 2, waiting: 10 });
    const begun: string[] = [];
    const take = async (name: string, asker: string) => {
      const end = await turns.take(asker);
      begun.push(name);
      return end;
    };
    const [first] = await Promise.all([take("a1", "a"), take("a2", "a")]);
    const third = take("a3", "a");
    const fourth = take("a4", "a");
    await take("b1", "b");
    await settle();
    expect(begun).toEqual(["a1", "a2", "b1"]);
    first?.();
    first?.();
    await third;
    await settle();
    expect(begun).toEqual(["a1", "a2", "b1", "a3"]);
    (await third)();
    await fourth;
    expect(begun.at(-1)).toBe("a4");
  });

  it("has others heard between turns that wait for nothing", async () => {
    const turns = new Turns({ atOnce: 1, waiting: 100 });
    let rounds = 0;
    const count = () => {
      rounds += 1;
      if (rounds < 200) setImmediate(count);
    };
    setImmediate(count);
    const heard = await Promise.all(
      Array.from({ length: 100 }, () => turns.run("a", null, async () => rounds)),
    );
    expect(new Set(heard).size).toBeGreaterThan(90);
  });

  it("refuses more than may wait, and only to that asker", async () => {
    const turns = new Turns({ atOnce: 1, waiting: 2 });
    const end = await turns.take("a");
    const waiting = [turns.take("a"), turns.take("a")];
    await expect(turns.take("a")).rejects.toThrow(TRPCError);
    await expect(turns.take("b")).resolves.toBeTypeOf("function");
    end();
    (await waiting[0])?.();
    await expect(waiting[1]).resolves.toBeTypeOf("function");
  });

  it("waits no longer than its signal, and once it has begun goes on without it", async () => {
    const turns = new Turns({ atOnce: 1, waiting: 10 });
    const having = new AbortController();
    const leaving = new AbortController();
    const end = await turns.take("a", having.signal);
    const left = turns.take("a", leaving.signal);
    let hasBegun = false;
    const next = turns.take("a").then((endNext) => {
      hasBegun = true;
      return endNext;
    });
    leaving.abort();
    await expect(left).rejects.toThrow("has left");
    having.abort();
    await settle();
    expect(hasBegun).toBe(false);
    end();
    await expect(next).resolves.toBeTypeOf("function");
    await expect(turns.take("a", AbortSignal.abort())).rejects.toThrow("has left");
  });

  it("gives others as much time as a turn kept the process busy, with what was written right after it", async () => {
    const turns = new Turns({ atOnce: 1, waiting: 10, rests: true });
    const beBusy = () => {
      for (const start = performance.now(); performance.now() < start + 60; );
    };
    const first = turns.run("a", null, async () => beBusy()).then(beBusy);
    const next = turns.run("a", null, async () => performance.now());
    await first;
    const ended = performance.now();
    expect((await next) - ended).toBeGreaterThan(100);
    const soon = performance.now();
    await turns.run("a", null, () => new Promise((resolve) => setTimeout(resolve, 200)));
    expect((await turns.run("a", null, async () => performance.now())) - soon).toBeLessThan(390);
  });
});
