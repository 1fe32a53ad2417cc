import { setTimeout as wait } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { countTokens } from "../tokens/count-tokens";
import { TokenCounter } from "./token-counter";

/** 20 MB that merging pair by pair would take hours for: one repeated letter, then words without spaces. */
const HOSTILE = "a".repeat(10_000_000) + "etaoinshrdlucmfwypvbgkqjxz".repeat(400_000).slice(0, 10_000_000);

describe("TokenCounter", () => {
  const counter = new TokenCounter();
  afterAll(() => counter.close());

  it("does not block the event loop, and returns the same count", async () => {
    let ticks = 0;
    const timer = setInterval(() => ticks++, 5);
    const tokens = await counter.count(HOSTILE, { encoding: "o200k_base" });
    clearInterval(timer);
    expect(tokens).toBe(countTokens(HOSTILE, "o200k_base"));
    // Counting in this thread would allow one tick at most.
    expect(ticks).toBeGreaterThan(10);
  }, 120_000);

  it("counts small and large texts in both encodings", async () => {
    const small = "The adjuster asked for 2 photographs.";
    const large = small.repeat(10_000);
    const counts = [
      counter.count(small),
      counter.count(large),
      counter.count(large, { encoding: "o200k_base" }),
    ];
    expect(await Promise.all(counts)).toEqual([
      countTokens(small),
      countTokens(large),
      countTokens(large, "o200k_base"),
    ]);
  }, 60_000);

  it("aborts a running count, and completes the others", async () => {
    const abort = new AbortController();
    const reason = new Error("no longer wanted");
    const aborted = counter.count(HOSTILE, { signal: abort.signal });
    const next = counter.count("b ".repeat(200_000));
    await Promise.all([
      expect(aborted).rejects.toBe(reason),
      wait(20).then(() => abort.abort(reason)),
      expect(next).resolves.toBe(countTokens("b ".repeat(200_000))),
    ]);
    await expect(counter.count("c", { signal: abort.signal })).rejects.toBe(reason);
  }, 60_000);

  it("aborts all counts when closed, and rejects new ones", async () => {
    const closed = new TokenCounter();
    const counts = [closed.count(HOSTILE), closed.count(HOSTILE)];
    const ends = counts.map((count) => expect(count).rejects.toMatchObject({ name: "AbortError" }));
    await wait(20);
    await closed[Symbol.asyncDispose]();
    await Promise.all(ends);
    await expect(closed.count("d")).rejects.toMatchObject({ name: "AbortError" });
  }, 60_000);
});
