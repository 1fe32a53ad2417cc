import type { AlertRule } from "@baton/server/alert";
import { describe, expect, it } from "vitest";
import { newDraft, readDraft, readWatched, toDraft, withMetric } from "./alert-draft";

const RULE: AlertRule = {
  name: "Gates",
  figure: "failed_gate_share",
  comparison: "above",
  threshold: 0.07,
  windowHours: 168,
  filter: { from: "planner" },
  channelIds: [2],
};

describe("the draft of an alert", () => {
  it("is read as it was shown, also where a share has no exact half", () => {
    expect(toDraft(RULE).threshold).toBe("7");
    expect(readDraft(toDraft(RULE))).toEqual({ rule: RULE });
  });

  it("says what it still needs", () => {
    const draft = newDraft([1]);
    expect(readDraft(draft)).toEqual({ missing: "Enter a name" });
    expect(readDraft({ ...draft, name: "x", threshold: "many" })).toEqual({
      missing: "Enter a number as the threshold",
    });
    expect(readDraft({ ...draft, name: "x", threshold: "" })).toHaveProperty("missing");
  });

  it("takes thousands as they are written", () => {
    expect(readWatched(withMetric(newDraft([]), "tokens_saved"))?.threshold).toBe(100_000);
  });

  it("drops filters that another figure does not know", () => {
    const draft = { ...newDraft([]), filter: { from: "planner", rule: "r7" } };
    expect(readWatched(withMetric(draft, "compression_ratio"))?.filter).toEqual({ from: "planner" });
  });
});
