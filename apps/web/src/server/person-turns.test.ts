import { expect, it, vi } from "vitest";
import { takeOpenPageTurn, takePageTurn } from "./person-turns";

const ADA = { userId: "ada", headers: new Headers(), isOfAccount: false };

it("renders the page of an account whatever else is asked for in its name", async () => {
  const eve = { ...ADA, userId: "eve" };
  const never = new AbortController().signal;
  for (let count = 0; count < 4; count += 1) await takePageTurn(eve, never);
  await takePageTurn({ ...eve, isOfAccount: true }, never);
});

it("ends the turn of a page of which nobody hears that it is rendered, after a minute", async () => {
  vi.useFakeTimers();
  try {
    const never = new AbortController().signal;
    for (let count = 0; count < 4; count += 1) await takePageTurn(ADA, never);
    let hasBegun = false;
    const fifth = takePageTurn(ADA, never).then(() => {
      hasBegun = true;
    });
    await vi.advanceTimersByTimeAsync(59_000);
    expect(hasBegun).toBe(false);
    await vi.advanceTimersByTimeAsync(1_000);
    await fifth;
    expect(hasBegun).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});

it("renders two pages at once of whoever asks for many and is nobody in particular, and those of others meanwhile", async () => {
  const rendering = [0, 1, 2].map(() => new AbortController());
  const begun: number[] = [];
  const pages = rendering.map(({ signal }, index) =>
    takeOpenPageTurn("192.0.2.1", new Headers(), signal).then(() => begun.push(index)),
  );
  await takeOpenPageTurn("192.0.2.2", new Headers(), null);
  expect(begun).toEqual([0, 1]);
  rendering[1]?.abort();
  await Promise.all(pages);
  expect(begun).toEqual([0, 1, 2]);
});
