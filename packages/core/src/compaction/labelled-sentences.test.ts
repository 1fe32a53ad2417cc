import { describe, expect, it } from "vitest";
import { cpuMilliseconds } from "../../test/cpu-time";
import {
  LABELLED_DECISIONS,
  LABELLED_IDLE_BULLETS,
  LABELLED_INSTRUCTIONS,
  type LabelledSentence,
} from "../../test/labelled-sentences";
import { isActionable } from "./actionable";
import { isDecision } from "./decision";
import { isInstruction } from "./instruction";

const JUDGES: [name: string, labelled: readonly LabelledSentence[], check: (text: string) => boolean][] = [
  ["decisions", LABELLED_DECISIONS, isDecision],
  ["instructions of a user", LABELLED_INSTRUCTIONS, isInstruction],
  ["bullets with nothing to act on", LABELLED_IDLE_BULLETS, (text) => !isActionable(text)],
];

describe.each(JUDGES)("%s", (_, labelled, check) => {
  it("are found with precision and recall of at least 0.8", () => {
    const { precision, recall, mistakes } = measure(labelled, check);
    expect(precision, mistakes).toBeGreaterThanOrEqual(0.8);
    expect(recall, mistakes).toBeGreaterThanOrEqual(0.8);
  });

  it("are not found by a constant classifier (negative control)", () => {
    expect(measure(labelled, () => true).precision).toBeLessThan(0.8);
    expect(measure(labelled, () => false).recall).toBeLessThan(0.8);
  });

  it("are classified in bounded time, even for hostile text", () => {
    const started = cpuMilliseconds();
    for (const piece of ["a, ", "use ", "replaced ", "not (", "in on at ", "now now ", "(", "what "])
      check(piece.repeat(200_000));
    expect(cpuMilliseconds() - started).toBeLessThan(2_000);
  });
});

function measure(labelled: readonly LabelledSentence[], check: (text: string) => boolean) {
  const checked = labelled.map(({ text, label }) => ({ text, label, isFound: check(text) }));
  const right = checked.filter(({ label, isFound }) => label && isFound).length;
  return {
    precision: right / Math.max(1, checked.filter(({ isFound }) => isFound).length),
    recall: right / checked.filter(({ label }) => label).length,
    mistakes: checked.flatMap(({ text, label, isFound }) => (label === isFound ? [] : text)).join(" | "),
  };
}
