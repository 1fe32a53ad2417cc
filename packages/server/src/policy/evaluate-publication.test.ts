import type { PairChange } from "@baton/core/policy";
import { describe, expect, it } from "vitest";
import { Acknowledgement, evaluatePublication, type PublicationRequest } from "./evaluate-publication";

const ENFORCED = { enabled: true, observe: false };
const OBSERVED = { enabled: true, observe: true };
const OFF = { enabled: false, observe: false };

/** An unreviewed draft by Ann that newly passes one field. Ann publishes it herself. */
function check(changes: Partial<PublicationRequest> = {}) {
  return evaluatePublication({
    switchBefore: ENFORCED,
    switchAfter: ENFORCED,
    isChanged: true,
    isOutdated: false,
    isReleaseRunning: false,
    isRejected: false,
    authorIds: ["ann"],
    approverIds: [],
    publisherId: "ann",
    mayApproveOwn: false,
    acknowledged: [],
    diff: { pairs: [], isStricterOnly: false, loosening: "a → b: `score` is allowed" },
    ...changes,
  });
}

const STRICTER = { pairs: [], isStricterOnly: true, loosening: null };

const letsThrough = (from: string, to: string, ...fields: string[]): PairChange => ({
  from,
  to,
  before: { ruleId: "r", mode: "scoped" },
  after: { ruleId: "r", mode: "scoped" },
  newlyLetThrough: fields.map((field) => ({ field, paths: [] })),
  newlyBlocked: [],
});

const reported = ({ ground, obstacles }: ReturnType<typeof check>) => ({
  ground,
  codes: obstacles.map(({ code }) => code),
});

describe("evaluatePublication", () => {
  it("requires the approval of an owner who did not edit the draft", () => {
    const unseen = check();
    expect(reported(unseen)).toEqual({ ground: null, codes: ["approval_missing"] });
    expect(unseen.obstacles[0]?.message).toBe(
      "An owner who did not edit this revision must approve it first.",
    );
    expect(reported(check({ approverIds: ["ann"] }))).toEqual({ ground: null, codes: ["approval_missing"] });
    expect(reported(check({ authorIds: ["ann", "ben"], approverIds: ["ben"] }))).toEqual({
      ground: null,
      codes: ["approval_missing"],
    });
    expect(reported(check({ approverIds: ["ann", "ben"] }))).toEqual({ ground: "approved", codes: [] });
    expect(check().loosening).toBe("a → b: `score` is allowed");
  });

  it("counts publishing as approval if authors may approve their own drafts", () => {
    expect(reported(check({ mayApproveOwn: true }))).toEqual({ ground: "own_approval", codes: [] });
    expect(reported(check({ mayApproveOwn: true, approverIds: ["ben"] })).ground).toBe("approved");
  });

  it("requires no approval of a stricter-only change", () => {
    const verdict = check({ diff: STRICTER });
    expect(reported(verdict)).toEqual({ ground: "stricter_only", codes: [] });
    expect([verdict.isStricterOnly, verdict.loosening]).toEqual([true, null]);
    expect(check({ diff: { ...STRICTER, isStricterOnly: false } }).isStricterOnly).toBe(false);
    expect(check({ diff: { ...STRICTER, loosening: "a → b" } }).isStricterOnly).toBe(false);
  });

  it("treats turning enforcement off as passing everything", () => {
    for (const [switchAfter, setting] of [
      [OBSERVED, "observe"],
      [OFF, "off"],
    ] as const) {
      const verdict = check({ diff: STRICTER, switchAfter });
      expect(verdict.loosening).toBe(`the switch goes from enforce to ${setting}`);
      expect(verdict.newlyLetThrough).toEqual([{ field: "everything blocked now", pairs: [] }]);
      expect(reported(verdict)).toEqual({
        ground: null,
        codes: ["approval_missing", "field_not_acknowledged"],
      });
    }
    for (const switchBefore of [null, OFF, OBSERVED]) {
      expect(reported(check({ diff: STRICTER, switchBefore, switchAfter: OFF })).ground).toBe(
        "stricter_only",
      );
      expect(reported(check({ diff: STRICTER, switchBefore })).ground).toBe("stricter_only");
    }
  });

  it("requires one reason per newly passing field, for all pairs together", () => {
    const diff = {
      isStricterOnly: false,
      loosening: "a → b: `score` is allowed",
      pairs: [letsThrough("a", "b", "score", "ssn"), letsThrough("a", "c", "score")],
    };
    const approved = { diff, approverIds: ["ben"] };
    const verdict = check({ ...approved, acknowledged: [{ field: "score", reason: "asked for" }] });
    expect(verdict.newlyLetThrough).toEqual([
      {
        field: "score",
        pairs: [
          { from: "a", to: "b" },
          { from: "a", to: "c" },
        ],
      },
      { field: "ssn", pairs: [{ from: "a", to: "b" }] },
    ]);
    expect(reported(verdict)).toEqual({ ground: null, codes: ["field_not_acknowledged"] });
    expect(verdict.obstacles[0]?.message).toBe("“ssn” newly passes. Acknowledge it with a reason.");
    const acknowledge = (reason: string) =>
      check({ ...approved, acknowledged: ["score", "ssn"].map((field) => ({ field, reason })) });
    expect(reported(acknowledge("  "))).toEqual({
      ground: null,
      codes: ["field_not_acknowledged", "field_not_acknowledged"],
    });
    expect(reported(acknowledge("they need it"))).toEqual({ ground: "approved", codes: [] });
  });

  it("lists every obstacle, even for an approved draft", () => {
    const approved = { approverIds: ["ben"] };
    const verdict = check({ ...approved, isChanged: false, isOutdated: true, isRejected: true });
    expect(verdict.ground).toBeNull();
    expect(verdict.obstacles).toEqual([
      { code: "nothing_changed", message: "The draft is identical to the live version." },
      {
        code: "outdated",
        message: "Another version has been published since. Merge it into the draft first.",
      },
      { code: "rejected", message: "A reviewer requested changes to this revision." },
    ]);
    expect(reported(check({ isRejected: true }))).toEqual({ ground: null, codes: ["rejected"] });
  });
});

describe("an acknowledgement", () => {
  it("requires a reason of 1 to 500 characters", () => {
    const read = (reason: string) => Acknowledgement.safeParse({ field: "ssn", reason }).data?.reason;
    expect([read(""), read("  "), read(" so "), read("x".repeat(500))?.length]).toEqual([
      undefined,
      undefined,
      "so",
      500,
    ]);
    expect(read("x".repeat(501))).toBeUndefined();
    expect(Acknowledgement.safeParse({ reason: "so" }).success).toBe(false);
  });
});
