import { namesSeveralActions } from "@baton/core/handoff-document";
import { expect, it } from "vitest";
import { LABELLED_PLACES, LABELLED_TEXTS } from "./labels/next-actions";
import { measureClassifier } from "./measure-classifier";

it("several next actions are found as people find them, in texts of our own", () => {
  const { precision, recall, mistakes } = measureClassifier(
    LABELLED_TEXTS.map(({ text, isSeveral }) => ({
      name: text,
      label: isSeveral,
      checked: namesSeveralActions(text),
    })),
  );
  console.log(
    `precision ${precision.toFixed(2)}, recall ${recall.toFixed(2)}; judged otherwise: ${mistakes.join("; ")}`,
  );
  expect(precision).toBeGreaterThanOrEqual(0.8);
  expect(recall).toBeGreaterThanOrEqual(0.8);
});

it("two thirds and more of the labels are of real texts", () => {
  const all = LABELLED_PLACES.length + LABELLED_TEXTS.length;
  expect(all).toBeGreaterThanOrEqual(60);
  expect(LABELLED_PLACES.length / all).toBeGreaterThanOrEqual(2 / 3);
});

it("a judge that always says yes, or always no, does not pass", () => {
  const validateAll = (checked: boolean) =>
    measureClassifier(
      LABELLED_TEXTS.map(({ text, isSeveral }) => ({ name: text, label: isSeveral, checked })),
    );
  expect(validateAll(true).precision).toBeLessThan(0.8);
  expect(validateAll(false).recall).toBeLessThan(0.8);
});
