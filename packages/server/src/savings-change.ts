import { shareSaved } from "./savings";

/** Enforced handoffs of one pair in a period. Sizes are in tokens; `savedTokens` is gross. */
export interface PairSums {
  fromAgent: string;
  toAgent: string;
  handoffCount: number;
  beforeTokens: number;
  savedTokens: number;
  summarizerTokens: number;
}

/** Parts of a change of the net savings, in tokens; together they are the change. */
export const CHANGE_PARTS = ["volume", "size", "share", "started", "stopped", "summarizer"] as const;
export type ChangePart = (typeof CHANGE_PARTS)[number];
export type ChangeParts = Readonly<Record<ChangePart, number>>;

export interface PairChange {
  fromAgent: string;
  toAgent: string;
  parts: ChangeParts;
  /** Change of its net savings: the sum of its parts. */
  change: number;
}

export interface SavingsChange {
  /** Net tokens saved in the earlier and the later period. */
  before: number;
  now: number;
  parts: ChangeParts;
  /** Pairs with a change, largest first, in either direction. */
  pairs: readonly PairChange[];
}

const NONE: ChangeParts = { volume: 0, size: 0, share: 0, started: 0, stopped: 0, summarizer: 0 };

/**
 * Explains a change of the net savings by pair: more handoffs (`volume`), larger contexts (`size`), another share
 * saved of them (`share`), pairs that the other period does not have (`started`, `stopped`), and the cost of
 * summarizing (`summarizer`). What one pair changes in volume, size and share is divided in this order, so that
 * the parts add up exactly.
 */
export function explainChange(now: readonly PairSums[], before: readonly PairSums[]): SavingsChange {
  const keyOf = ({ fromAgent, toAgent }: PairSums) => JSON.stringify([fromAgent, toAgent]);
  const earlier = new Map(before.map((sums) => [keyOf(sums), sums]));
  const later = new Map(now.map((sums) => [keyOf(sums), sums]));
  const pairs = [...new Set([...earlier.keys(), ...later.keys()])].flatMap((key): PairChange[] => {
    const [was, is] = [earlier.get(key), later.get(key)];
    const named = is ?? was;
    if (!named) return [];
    const parts = divideChange(is, was);
    const change = sumParts(parts);
    return [{ fromAgent: named.fromAgent, toAgent: named.toAgent, parts, change }];
  });
  const parts = pairs.reduce((sum, pair) => addParts(sum, pair.parts), NONE);
  return {
    before: sumNet(before),
    now: sumNet(now),
    parts,
    pairs: pairs.filter(({ change }) => change !== 0).sort((a, b) => Math.abs(b.change) - Math.abs(a.change)),
  };
}

function divideChange(is: PairSums | undefined, was: PairSums | undefined): ChangeParts {
  const summarizer = (was?.summarizerTokens ?? 0) - (is?.summarizerTokens ?? 0);
  const [saved, savedBefore] = [is?.savedTokens ?? 0, was?.savedTokens ?? 0];
  if (!was?.handoffCount) return { ...NONE, summarizer, started: saved - savedBefore };
  if (!is?.handoffCount) return { ...NONE, summarizer, stopped: saved - savedBefore };
  const shareBefore = shareSaved(savedBefore, was.beforeTokens) ?? 0;
  const sizeBefore = was.beforeTokens / was.handoffCount;
  const atOldSize = is.handoffCount * sizeBefore;
  const volume = Math.round((atOldSize - was.beforeTokens) * shareBefore);
  const size = Math.round((is.beforeTokens - atOldSize) * shareBefore);
  return { ...NONE, summarizer, volume, size, share: saved - savedBefore - volume - size };
}

function addParts(one: ChangeParts, other: ChangeParts): ChangeParts {
  return {
    volume: one.volume + other.volume,
    size: one.size + other.size,
    share: one.share + other.share,
    started: one.started + other.started,
    stopped: one.stopped + other.stopped,
    summarizer: one.summarizer + other.summarizer,
  };
}

function sumParts(parts: ChangeParts): number {
  return CHANGE_PARTS.reduce((sum, part) => sum + parts[part], 0);
}

function sumNet(pairs: readonly PairSums[]): number {
  return pairs.reduce((sum, { savedTokens, summarizerTokens }) => sum + savedTokens - summarizerTokens, 0);
}
