import { describe, expect, it } from "vitest";
import type { AlertRule } from "./alert-rule";
import { describeAlertChange, describeCondition, formatAlertMetric } from "./alert-words";

const rule: AlertRule = {
  name: "Saving less",
  figure: "share_saved",
  comparison: "below",
  threshold: 0.3,
  windowHours: 168,
  filter: { from: "planner", rule: "" },
  channelIds: [],
};

const plain = (text: string) => text.replaceAll("\u00a0", " ");

describe("the texts of an alert", () => {
  it.each([
    ["tokens_saved", 1_204_300, "1,204,300 tokens"],
    ["tokens_saved", -5, "−5 tokens"],
    ["share_saved", 0.284, "28.4 %"],
    ["share_saved", -0.0001, "0.0 %"],
    ["money_saved", 5.576, "$5.58"],
    ["money_saved", -5.576, "−$5.58"],
    ["compression_ratio", 38.62, "38.6×"],
    ["handoffs", 12_000, "12,000"],
    ["handoffs", null, "not known"],
  ] as const)("format %s %s as %s", (figure, value, text) => {
    expect(plain(formatAlertMetric(figure, value))).toBe(text);
  });

  it("name metric, comparison, threshold and window", () => {
    expect(plain(describeCondition(rule))).toBe("Share saved below 30.0 % over 7 days");
  });

  it("name a comparison with earlier weeks", () => {
    const words = (comparison: AlertRule["comparison"], threshold: number) =>
      plain(describeCondition({ ...rule, comparison, threshold }));
    expect(words("fallen", 0.1)).toBe("Share saved more than 10.0 % lower than a week before over 7 days");
    expect(words("unusual", 0)).toBe("Share saved outside the range of the last four weeks over 7 days");
  });

  it("name the value that triggered it, its period and its filters", () => {
    const window = { start: Date.parse("2026-11-15T12:00:00Z"), end: Date.parse("2026-11-22T12:00:00Z") };
    const reported = describeAlertChange(rule, { change: "fired", figure: 0.214, window });
    expect(plain(reported.subject)).toBe("Saving less: 21.4 %, below 30.0 %");
    expect(plain(reported.body)).toBe(
      "Share saved: 21.4 % in the 7 days up to 2026-11-22 12:00 UTC.\n" +
        "The threshold is below 30.0 %. You receive one message now and one when it resolves.\nFilters: from planner, no rule.",
    );
    const back = describeAlertChange(rule, { change: "resolved", figure: 0.31, window });
    expect(plain(back.subject)).toBe("Resolved: Saving less (31.0 %)");
  });
});
