import type { Checks } from "./checks";

/**
 * Share of positive results that are right (`precision`), and share of the positive labels that are found
 * (`recall`); both from 0 to 1.
 */
export interface ClassifierQuality {
  precision: number;
  recall: number;
  /** Misclassified examples by name. */
  mistakes: string[];
}

/** Compares a classifier with people's labels of the same examples. */
export function measureClassifier(
  examples: readonly { name: string; label: boolean; checked: boolean }[],
): ClassifierQuality {
  const rightly = examples.filter(({ label, checked }) => label && checked).length;
  return {
    precision: rightly / Math.max(1, examples.filter(({ checked }) => checked).length),
    recall: rightly / Math.max(1, examples.filter(({ label }) => label).length),
    mistakes: examples.filter(({ label, checked }) => label !== checked).map(({ name }) => name),
  };
}

/**
 * Prints the quality of a classifier and its mistakes, and checks that precision and recall are at least 0.8.
 */
export function checkClassifier(
  checks: Checks,
  name: string,
  examples: readonly { name: string; label: boolean; checked: boolean }[],
): void {
  const { precision, recall, mistakes } = measureClassifier(examples);
  const figures = `precision ${precision.toFixed(2)}, recall ${recall.toFixed(2)}`;
  console.log(`  ${name}: ${examples.length} labelled, ${figures}`);
  for (const place of mistakes) console.log(`    judged otherwise: ${place}`);
  checks.equal(
    `${name}, precision and recall of at least 0.8`,
    [precision >= 0.8, recall >= 0.8],
    [true, true],
  );
}
