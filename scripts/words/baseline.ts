import { type Hit, TEXT_CLASSES, type TextClass } from "./find-hits";

/** Number of hits in each class of texts, counted or allowed. */
export type Counts = Readonly<Record<TextClass, number>>;

export function countHits(hits: readonly Hit[]): Counts {
  return buildCounts((textClass) => hits.filter((hit) => hit.textClass === textClass).length);
}

/** Reads a baseline. Throws if a class has no number. */
export function readBaseline(json: string): Counts {
  const numbers = new Map<string, unknown>(Object.entries(JSON.parse(json)));
  return buildCounts((textClass) => {
    const number = numbers.get(textClass);
    if (typeof number !== "number") throw new Error(`The word baseline has no number for “${textClass}”.`);
    return number;
  });
}

/** Returns a message for each class whose count differs from the baseline. */
export function compareCounts(counts: Counts, baseline: Counts): { risen: string[]; fallen: string[] } {
  const describe = (textClass: TextClass, advice: string) =>
    `Words in ${textClass}: ${counts[textClass]} hits, baseline ${baseline[textClass]}. ${advice}`;
  return {
    risen: TEXT_CLASSES.filter((textClass) => counts[textClass] > baseline[textClass]).map((textClass) =>
      describe(textClass, "Rewrite what you added: `npm run words -- FILE…` lists the hits of files."),
    ),
    fallen: TEXT_CLASSES.filter((textClass) => counts[textClass] < baseline[textClass]).map((textClass) =>
      describe(textClass, "Lower the baseline: `npm run words -- --lower`."),
    ),
  };
}

/** Returns the smaller number of each class, so that a baseline never rises. */
export function lowerBaseline(counts: Counts, baseline: Counts): Counts {
  return buildCounts((textClass) => Math.min(counts[textClass], baseline[textClass]));
}

function buildCounts(count: (textClass: TextClass) => number): Counts {
  return {
    ui: count("ui"),
    messages: count("messages"),
    docs: count("docs"),
    comments: count("comments"),
    tests: count("tests"),
  };
}
