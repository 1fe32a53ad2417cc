import { grossOf, mapCauseFields, netOf, shareOf, unattributedOf } from "@baton/server/savings";
import { describe, expect, it } from "vitest";
import { labelOfBucket } from "@/search/period";
import {
  listCauseSeries,
  pointsByCause,
  type SavingsPoint,
  type SavingsTotalsRow,
  splitByPair,
  splitByRule,
  splitSavings,
} from "./savings-chart";

const nothing: SavingsTotalsRow = {
  handoffCount: 0,
  beforeTokens: 0,
  afterTokens: 0,
  savedTokens: 0,
  ...mapCauseFields(() => 0),
  addedTokens: 0,
  summarizerTokens: 0,
  blockedCount: 0,
  observedCount: 0,
  observedSavedTokens: 0,
};

function pointOf(day: string, figures: Partial<SavingsPoint> = {}): SavingsPoint {
  return { ...nothing, handoffCount: 1, day, ...figures };
}

const days = ["2026-11-03", "2026-11-04", "2026-11-05"];
const points = [
  pointOf("2026-11-03", { savedTokens: 400, savedByMode: 300, savedByBlocked: 100 }),
  pointOf("2026-11-05"),
];

describe("the ledger", () => {
  it("adds up: causes plus added tokens are the saved tokens, and minus summarizer tokens the net saved", () => {
    const sums = pointOf("2026-11-03", {
      beforeTokens: 1000,
      savedTokens: 380,
      savedByMode: 300,
      savedByBlocked: 100,
      addedTokens: -20,
      summarizerTokens: 50,
    });
    expect(grossOf(sums) + sums.addedTokens).toBe(sums.savedTokens);
    expect(netOf(sums)).toBe(330);
    expect(shareOf(sums)).toBe(0.33);
  });

  it("shows savings without a recorded cause, so that it adds up for events with totals only", () => {
    const sums = pointOf("2026-11-03", { beforeTokens: 1000, savedTokens: 600, savedByMode: 200 });
    expect([grossOf(sums), unattributedOf(sums)]).toEqual([600, 400]);
    expect(listCauseSeries(sums).at(-1)).toMatchObject({ id: "untold", label: "Not recorded" });
    expect(pointsByCause([sums], ["2026-11-03"])[0]?.values).toMatchObject({ mode: 200, untold: 400 });
    const shown = pointOf("2026-11-03", { savedTokens: 200, savedByMode: 200 });
    expect(listCauseSeries(shown).map(({ id }) => id)).not.toContain("untold");
  });

  it("has no share without tokens", () => expect(shareOf(nothing)).toBeNull());
});

describe("chart points", () => {
  it("are a gap without data, and zero without savings", () => {
    const drawn = pointsByCause(points, days);
    expect(drawn.map(({ label }) => label.replace("\u00a0", " "))).toEqual(["3 Nov", "4 Nov", "5 Nov"]);
    expect(drawn[0]?.values).toMatchObject({ mode: 300, blocked: 100, summarized: 0 });
    expect(drawn[1]?.values).toBeNull();
    expect(drawn[2]?.values).toMatchObject({ mode: 0 });
  });

  it("skip days with only observe-only handoffs", () => {
    const observed = [pointOf("2026-11-04", { handoffCount: 0, observedCount: 9, observedSavedTokens: 99 })];
    expect(pointsByCause(observed, days).every(({ values }) => values === null)).toBe(true);
  });

  it("rank the series by their total, with combined ones last", () => {
    const ofRule = (day: string, ruleId: string | null, netTokens: number) => ({
      day,
      netTokens,
      handoffCount: 1,
      of: ruleId === null ? null : { ruleId },
    });
    const { seriesCount, splits } = splitByRule({
      seriesCount: 12,
      rows: [
        ofRule("2026-11-03", "a", 5),
        ofRule("2026-11-03", "", 4),
        ofRule("2026-11-03", null, 90),
        ofRule("2026-11-05", "", 4),
      ],
    });
    const split = splitSavings(splits, points, days);
    expect(seriesCount).toBe(12);
    expect(split.series.map(({ label, filter }) => [label, filter])).toEqual([
      ["No rule", { rule: "" }],
      ["a", { rule: "a" }],
      ["others", null],
    ]);
    const values = split.points.map((point) => point.values);
    expect(values).toEqual([{ "rule a": 5, "rule ": 4, others: 90 }, null, { "rule ": 4 }]);
  });

  it("name pairs by both agents", () => {
    const of = { fromAgent: "a", toAgent: "b" };
    const row = { day: "2026-11-03", of, netTokens: 5, handoffCount: 1 };
    const { splits } = splitByPair({ seriesCount: 1, rows: [row] });
    expect(splits[0]?.series).toEqual({ id: "pair a → b", label: "a → b", filter: { from: "a", to: "b" } });
  });

  it("name hours by clock time", () => {
    expect(labelOfBucket("2026-11-05T07")).toBe("07:00");
  });
});
