import { countTokens, ENCODINGS, type Encoding } from "@baton/core/tokens";
import { type BenchRow, timeAlternately } from "./bench-row";
import { createText, HOSTILE, WRITTEN } from "./texts";

const BYTES = 100_000;
const ROUNDS = 21;
/**
 * Consecutively, because the texts use different parts of the vocabulary and would evict each other's from
 * the caches.
 */
const REPEATS = 5;

/** Counts 100 kB of text that is designed to be slow, compared with prose of the same size. */
export function benchHostileText(): BenchRow[] {
  return ENCODINGS.map(compare);
}

function compare(encoding: Encoding): BenchRow {
  const writers = new Map<string, (next: (limit: number) => number) => string>([
    ...Object.entries(HOSTILE),
    ["prose", WRITTEN.prose],
  ]);
  const variants = new Map(
    [...writers].map(([kind, write]): [string, () => void] => {
      const text = createText(write, BYTES);
      const countRepeatedly = () => {
        for (let repeat = 0; repeat < REPEATS; repeat += 1) countTokens(text, encoding);
      };
      return [kind, countRepeatedly];
    }),
  );
  timeAlternately(variants, 2);
  const times = new Map([...timeAlternately(variants, ROUNDS)].map(([kind, ms]) => [kind, ms / REPEATS]));
  const prose = times.get("prose") ?? Number.NaN;
  const worst = Math.max(...times.values());
  return {
    what: `counting 100 kB of hostile text, ${encoding}`,
    figures: Object.fromEntries(times),
    unit: "ms, warm",
    ratio: worst / prose,
    goal: "each ≤ 3 × the time of prose",
    isMet: worst <= 3 * prose,
  };
}
