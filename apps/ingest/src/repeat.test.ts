import { expect, it } from "vitest";
import { repeat } from "./repeat";

it("goes on after a failure, tells of it, and ends with the round at hand", async () => {
  const stopping = new AbortController();
  const failures: unknown[] = [];
  let rounds = 0;
  const work = async () => {
    rounds += 1;
    if (rounds === 1) throw "the first";
    if (rounds === 3) stopping.abort();
    if (rounds === 3) throw "since it was stopped";
  };
  await repeat(work, {
    restMilliseconds: 1,
    signal: stopping.signal,
    onFailure: (error) => failures.push(error),
  });
  expect(rounds).toBe(3);
  expect(failures).toEqual(["the first"]);
});

it("does not wait for its rest to be over when it is stopped", async () => {
  const stopping = new AbortController();
  const ended = repeat(async () => {}, {
    restMilliseconds: 3_600_000,
    signal: stopping.signal,
    onFailure: () => {},
  });
  stopping.abort();
  expect(await ended).toBeUndefined();
});
