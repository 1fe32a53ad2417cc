import { setTimeout as wait } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { countTokens } from "../tokens/count-tokens";
import { TokenCounter } from "./token-counter";

/**
 * 20 MB that pair-by-pair merging would take hours for: a run of one
 * letter, then words that run into one another.
 */
const HOSTILE = "a".repeat(10_000_000) + "etaoinshrdlucmfwypvbgkqjxz".repeat(400_000).slice(0, 10_000_000);

describe("TokenCounter", () => {
  const counter = new TokenCounter();
  afterAll(() => counter.close());

  it("lets the event loop go on while it counts, and counts the same", async () => {
    let ticks = 0;
    const timer = setInterval(() => ticks++, 5);
    const tokens = await counter.count(HOSTILE, { encoding: "o200k_base" });
    clearInterval(timer);
    expect(tokens).toBe(countTokens(HOSTILE, "o200k_base"));
    // Counted here, it would have ticked once at most.
    expect(ticks).toBeGreaterThan(10);
  }, 120_000);

  it("counts what is small or large, in either encoding", async () => {
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

  it("ends a count that is under way when it is aborted, and does the others", async () => {
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

  it("ends all counts when it is closed, and counts nothing from then on", async () => {
    const closed = new TokenCounter();
    const counts = [closed.count(HOSTILE), closed.count(HOSTILE)];
    const ends = counts.map((count) => expect(count).rejects.toMatchObject({ name: "AbortError" }));
    await wait(20);
    await closed[Symbol.asyncDispose]();
    await Promise.all(ends);
    await expect(closed.count("d")).rejects.toMatchObject({ name: "AbortError" });
  }, 60_000);
});
