/** How often a judgement says yes rightly (`precision`), and how many of the rightful it finds (`recall`); both from 0 to 1. */
export interface JudgementQuality {
  precision: number;
  recall: number;
  /** What was judged wrongly, by the names that were given. */
  mistakes: string[];
}

/** Holds a judgement against what people said of the same examples. */
export function measureJudgement(
  examples: readonly { name: string; label: boolean; judged: boolean }[],
): JudgementQuality {
  const rightly = examples.filter(({ label, judged }) => label && judged).length;
  return {
    precision: rightly / Math.max(1, examples.filter(({ judged }) => judged).length),
    recall: rightly / Math.max(1, examples.filter(({ label }) => label).length),
    mistakes: examples.filter(({ label, judged }) => label !== judged).map(({ name }) => name),
  };
}
