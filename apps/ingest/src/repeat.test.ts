import { expect, it } from "vitest";
import { repeat } from "./repeat";

it("repeat continues after a failure, reports it, and ends after the current run", async () => {
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

it("repeat does not wait for its pause when it is stopped", async () => {
  const stopping = new AbortController();
  const ended = repeat(async () => {}, {
    restMilliseconds: 3_600_000,
    signal: stopping.signal,
    onFailure: () => {},
  });
  stopping.abort();
  expect(await ended).toBeUndefined();
});
