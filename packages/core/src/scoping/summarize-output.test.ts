import { describe, expect, it } from "vitest";
import { countTokens } from "../tokens/count-tokens";
import { summarizeOutput } from "./summarize-output";

/**
 * Shortens an output and replaces each text by its number in angle brackets. @returns the result and the
 * texts.
 */
function summarize(output: unknown, maxTokens: number) {
  const texts: string[] = [];
  const steps = summarizeOutput(output, maxTokens);
  let step = steps.next();
  while (!step.done) {
    expect(step.value.maxTokens).toBe(maxTokens);
    step = steps.next(`<${texts.push(step.value.text)}>`);
  }
  return { left: step.value, texts };
}

const LONG = "The claimant reported water damage in the kitchen, and asked for an estimate. ".repeat(3);
const LONGER = `${LONG}Nobody was hurt.`;

describe("summarizeOutput", () => {
  it("shortens each text over the limit at any position, and keeps the rest", () => {
    const output = { a: LONG, b: "short", c: [LONGER, 1, null, true, [], {}] };
    expect(summarize(output, 30)).toEqual({
      left: { a: "<1>", b: "short", c: ["<2>", 1, null, true, [], {}] },
      texts: [LONG, LONGER],
    });
  });

  it("shortens an output that is a text", () => {
    expect(summarize(LONG, 3)).toEqual({ left: "<1>", texts: [LONG] });
  });

  it("returns the output itself if nothing exceeds the limit", () => {
    const output = { a: "short", b: [1, { c: null }] };
    const { left, texts } = summarize(output, countTokens(JSON.stringify(output)));
    expect(left).toBe(output);
    expect(texts).toEqual([]);
    expect(summarize(LONG, countTokens(LONG))).toEqual({ left: LONG, texts: [] });
  });

  it("describes an output that is too large without long texts line by line, and shortens that", () => {
    const output = {
      ids: [71, 72],
      claim: { paid: true, note: null, gone: undefined, lines: [[LONG]] },
      n: 5,
    };
    const described = [
      "ids: 71",
      "ids: 72",
      "claim.paid: true",
      "claim.note: null",
      `claim.lines: ${LONG}`,
      "n: 5",
    ];
    expect(summarize(output, 4)).toEqual({ left: "<1>", texts: [described.join("\n")] });
    expect(summarize([1, 2, 3, 4, 5, 6], 2).texts).toEqual([": 1\n: 2\n: 3\n: 4\n: 5\n: 6"]);
  });
});
