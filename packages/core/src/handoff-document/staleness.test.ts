import { describe, expect, it } from "vitest";
import { evaluateStaleness, type StalenessFacts } from "./staleness";

const FRESH: StalenessFacts = {
  commit: { state: "known", commitsSince: 0, hasDiverged: false },
  referencedFiles: ["a", "b", "c"],
  missingFiles: [],
  changedFiles: [],
};
const after = (commitsSince: number, hasDiverged = false) =>
  evaluateStaleness({ ...FRESH, commit: { state: "known", commitsSince, hasDiverged } });

describe("evaluateStaleness", () => {
  it.each([
    [0, "FRESH"],
    [2, "FRESH"],
    [3, "SLIGHTLY_STALE"],
    [10, "SLIGHTLY_STALE"],
    [11, "STALE"],
    [30, "STALE"],
    [31, "VERY_STALE"],
  ])("after %i commits returns %s", (commits, level) => {
    expect(after(commits).level).toBe(level);
  });

  it("returns stale for a diverged branch, for any number of commits", () => {
    expect(after(1, true)).toEqual({
      level: "STALE",
      reasons: ["the branch has diverged from the commit", "1 commit since"],
    });
    expect(after(31, true).reasons[0]).toBe("31 commits since");
  });

  it("returns stale for a missing file, and very stale from half of them", () => {
    expect(evaluateStaleness({ ...FRESH, missingFiles: ["a"] })).toEqual({
      level: "STALE",
      reasons: ["1 of 3 files missing: a"],
    });
    expect(evaluateStaleness({ ...FRESH, missingFiles: ["a", "b"] }).level).toBe("VERY_STALE");
    const two = { ...FRESH, referencedFiles: ["a", "b"] };
    expect(evaluateStaleness({ ...two, missingFiles: ["a"] }).level).toBe("VERY_STALE");
  });

  it.each(["not_named", "not_found", "no_repository"] as const)(
    "returns very stale if the commit is unknown: %s",
    (state) => {
      const { level, reasons } = evaluateStaleness({ ...FRESH, commit: { state } });
      expect(level).toBe("VERY_STALE");
      expect(reasons).toHaveLength(1);
    },
  );

  it("names changed files without counting them", () => {
    expect(evaluateStaleness({ ...FRESH, changedFiles: ["a"] })).toEqual({
      level: "FRESH",
      reasons: ["changed since: a"],
    });
  });
});
