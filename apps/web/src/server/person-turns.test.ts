import { expect, it, vi } from "vitest";
import { takePageTurn } from "./person-turns";

it("ends the turn of a page of which nobody hears that it is rendered, after a minute", async () => {
  vi.useFakeTimers();
  try {
    const never = new AbortController().signal;
    for (let count = 0; count < 4; count += 1) await takePageTurn("ada", new Headers(), never);
    let hasBegun = false;
    const fifth = takePageTurn("ada", new Headers(), never).then(() => {
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
