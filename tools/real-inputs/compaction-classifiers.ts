import { isActionable, isDecision, isInstruction } from "@baton/core/compaction";
import {
  LABELLED_DECISIONS,
  LABELLED_IDLE_BULLETS,
  LABELLED_INSTRUCTIONS,
  type LabelledSentence,
} from "@baton/core/test/labelled-sentences";
import type { Checks } from "./checks";
import { readLabelledTexts } from "./labelled-texts";
import { checkClassifier } from "./measure-classifier";

const JUDGEMENTS: { table: string; own: readonly LabelledSentence[]; check(text: string): boolean }[] = [
  { table: "decision", own: LABELLED_DECISIONS, check: isDecision },
  { table: "instruction", own: LABELLED_INSTRUCTIONS, check: isInstruction },
  { table: "not-actionable", own: LABELLED_IDLE_BULLETS, check: (text) => !isActionable(text) },
];

/**
 * Checks that the word-based classifiers of compaction agree with people's labels, over real texts and
 * Baton's own together.
 */
export function checkCompactionClassifiers(checks: Checks, inputs: string): void {
  console.log("\ncompaction");
  for (const { table, own, check } of JUDGEMENTS) {
    const real = readLabelledTexts(table, inputs);
    if (real.length === 0) {
      checks.skip(table, "its texts are not there");
      continue;
    }
    checks.equal(
      `${table}: at least 60 labels, two thirds of them real`,
      [real.length + own.length >= 60, real.length * 3 >= (real.length + own.length) * 2],
      [true, true],
    );
    checkClassifier(checks, table, [
      ...real.map(({ place, text, label }) => ({
        name: place,
        label: label !== "other",
        checked: check(text),
      })),
      ...own.map(({ text, label }) => ({ name: text, label, checked: check(text) })),
    ]);
  }
}
