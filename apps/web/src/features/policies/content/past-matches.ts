import type { RouterOutputs } from "@/server/root";

type Page = RouterOutputs["policies"]["content"]["matches"];
type RuleMatches = Page["rules"][number];

/** Matches of content rules in past texts, by position of the rule. */
export interface PastMatches {
  rules: ReadonlyMap<number, RuleMatches>;
  invalid: readonly number[];
  /** Lines with a stored text that were searched. */
  textCount: number;
  tooLongCount: number;
}

export const NO_MATCHES: PastMatches = { rules: new Map(), invalid: [], textCount: 0, tooLongCount: 0 };

const MAX_EXAMPLES = 5;

/** Adds a page of older texts. */
export function addPage(found: PastMatches, page: Omit<Page, "next" | "done">): PastMatches {
  const rules = new Map(found.rules);
  for (const more of page.rules) {
    const rule = rules.get(more.position);
    rules.set(more.position, rule ? addMatches(rule, more) : more);
  }
  return {
    rules,
    invalid: page.invalid,
    textCount: found.textCount + page.textCount,
    tooLongCount: found.tooLongCount + page.tooLongCount,
  };
}

function addMatches(rule: RuleMatches, more: RuleMatches): RuleMatches {
  const pairs = rule.pairs.map((pair) => {
    const same = more.pairs.find(({ from, to }) => from === pair.from && to === pair.to);
    return same ? { ...pair, matchCount: pair.matchCount + same.matchCount } : pair;
  });
  const isNew = (pair: RuleMatches["pairs"][number]) =>
    !rule.pairs.some(({ from, to }) => from === pair.from && to === pair.to);
  return {
    position: rule.position,
    matchCount: rule.matchCount + more.matchCount,
    handoffCount: rule.handoffCount + more.handoffCount,
    pairs: [...pairs, ...more.pairs.filter(isNew)].sort((a, b) => b.matchCount - a.matchCount),
    examples: [...rule.examples, ...more.examples].slice(0, MAX_EXAMPLES),
  };
}
