import { namesSeveralActions } from "@baton/core/handoff-document";
import { expect, it } from "vitest";
import { LABELLED_PLACES, LABELLED_TEXTS } from "./labels/next-actions";
import { measureClassifier } from "./measure-classifier";

it("namesSeveralActions has precision and recall of at least 0.8 on Baton's own texts", () => {
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

it("at least two thirds of the labels for next actions are of real texts", () => {
  const all = LABELLED_PLACES.length + LABELLED_TEXTS.length;
  expect(all).toBeGreaterThanOrEqual(60);
  expect(LABELLED_PLACES.length / all).toBeGreaterThanOrEqual(2 / 3);
});

it("a constant classifier misses the required precision or recall for next actions (negative control)", () => {
  const validateAll = (checked: boolean) =>
    measureClassifier(
      LABELLED_TEXTS.map(({ text, isSeveral }) => ({ name: text, label: isSeveral, checked })),
    );
  expect(validateAll(true).precision).toBeLessThan(0.8);
  expect(validateAll(false).recall).toBeLessThan(0.8);
});
