import type { Checks } from "./checks";

/**
 * How often a judgement says yes rightly (`precision`), and how many of the
 * rightful it finds (`recall`); both from 0 to 1.
 */
export interface ClassifierQuality {
  precision: number;
  recall: number;
  /** What was judged wrongly, by the names that were given. */
  mistakes: string[];
}

/** Holds a judgement against what people said of the same examples. */
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
 * Prints the figures of a judgement and what it judged otherwise than
 * people did, and checks that both are 0.8 or more.
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
