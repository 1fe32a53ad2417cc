import { describe, expect, it } from "vitest";
import { stateOf, timeToCatchUp } from "./source-state";

const now = Date.UTC(2026, 2, 1);
const followed = {
  kind: "path" as const,
  stoppedAt: null,
  lastError: null,
  failedCount: 0,
  lagBytes: 0,
  lagAt: new Date(now - 4_000),
  createdAt: new Date(0),
  minuteLines: [0, 0, 0],
};

describe("the state of a source", () => {
  it("is that of its folder and files while ingest watches it", () => {
    expect(stateOf(followed, now)).toBe("up_to_date");
    expect(stateOf({ ...followed, lagBytes: 5 }, now)).toBe("behind");
    expect(stateOf({ ...followed, lagBytes: 5, failedCount: 1 }, now)).toBe("failed");
    expect(stateOf({ ...followed, lastError: "there is no such folder" }, now)).toBe("failed");
  });

  it("is “not watched” if ingest is silent or has never watched it", () => {
    expect(stateOf({ ...followed, lagAt: new Date(now - 31_000) }, now)).toBe("unwatched");
    expect(stateOf({ ...followed, lagAt: null }, now)).toBe("unwatched");
    expect(stateOf({ ...followed, lagAt: null, createdAt: new Date(now - 1_000) }, now)).toBe("up_to_date");
  });

  it("is “stopped” after a user stopped it, even with an error", () => {
    const stopped = { ...followed, stoppedAt: new Date(now), lagAt: null, lastError: "none", lagBytes: 5 };
    expect(stateOf(stopped, now)).toBe("stopped");
  });

  it("depends on recent lines for an API key", () => {
    const posted = { ...followed, kind: "http" as const, lagAt: null };
    expect(stateOf(posted, now)).toBe("idle");
    expect(stateOf({ ...posted, minuteLines: [0, 7, 0] }, now)).toBe("receiving");
  });
});

it("timeToCatchUp returns null if nothing is being read", () => {
  expect(timeToCatchUp({ lagBytes: 500, bytesPerSecond: 100 })).toBe(5_000);
  expect(timeToCatchUp({ lagBytes: 500, bytesPerSecond: 0 })).toBeNull();
});
