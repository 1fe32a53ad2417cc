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

describe("an alert draft", () => {
  it("is parsed as it is displayed, also for shares without an exact binary form", () => {
    expect(toDraft(RULE).threshold).toBe("7");
    expect(readDraft(toDraft(RULE))).toEqual({ rule: RULE });
  });

  it("returns what is missing", () => {
    const draft = newDraft([1]);
    expect(readDraft(draft)).toEqual({ missing: "Enter a name" });
    expect(readDraft({ ...draft, name: "x", threshold: "many" })).toEqual({
      missing: "Enter a number as the threshold",
    });
    expect(readDraft({ ...draft, name: "x", threshold: "" })).toHaveProperty("missing");
  });

  it("accepts thousands separators", () => {
    expect(readWatched(withMetric(newDraft([]), "tokens_saved"))?.threshold).toBe(100_000);
  });

  it("drops filters that a new metric does not support", () => {
    const draft = { ...newDraft([]), filter: { from: "planner", rule: "r7" } };
    expect(readWatched(withMetric(draft, "compression_ratio"))?.filter).toEqual({ from: "planner" });
  });
});
