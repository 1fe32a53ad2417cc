import { z } from "zod";
import type { RecordedHandoff } from "./replay-policy";

/**
 * Checks the list in one pass: a schema per number takes longer than the replay for millions of them, and
 * copies them.
 */
const IntegerList = z.custom<readonly number[]>(
  (value) => Array.isArray(value) && value.every(Number.isSafeInteger),
);

/**
 * Handoffs for a replay, packed: outlines of the same agents mostly have the same paths, so a page stores
 * these once. Sizes are in tokens.
 */
export const OutlinePage = z.object({
  /** Each pair of agents that occurs. */
  pairs: z.array(z.tuple([z.string(), z.string()])),
  sessions: z.array(z.string()),
  paths: z.array(z.string()),
  /** The lists of paths that occur, as indices of `paths`. */
  shapes: z.array(IntegerList),
  /** Number of handoffs. */
  count: z.int().nonnegative(),
  /**
   * For each handoff: the indices of its pair, session and shape, its exact size before, then the size of
   * each path of the shape. Index -1 is an unknown session, or an unknown or truncated outline; size -1 was
   * not recorded. One list, because a list per handoff would exceed the browser's memory.
   */
  numbers: IntegerList,
});
export type OutlinePage = z.infer<typeof OutlinePage>;

const UNKNOWN = -1;

/** Packs handoffs for the transfer to a replay, with outline paths and sizes before. */
export function packOutlines(handoffs: Iterable<RecordedHandoff>): OutlinePage {
  const [pairs, sessions, paths, shapes] = [
    new Numbering<[string, string]>((pair) => JSON.stringify(pair)),
    new Numbering<string>((session) => session),
    new Numbering<string>((path) => path),
    new Numbering<number[]>((shape) => shape.join()),
  ];
  const numbers: number[] = [];
  let count = 0;
  for (const { fromAgent, toAgent, sessionId, beforeTokens, outline, outlineTruncated } of handoffs) {
    const known = outlineTruncated ? null : outline;
    count += 1;
    numbers.push(
      pairs.of([fromAgent, toAgent]),
      isKnown(sessionId) ? sessions.of(sessionId) : UNKNOWN,
      known ? shapes.of(known.map(({ path }) => paths.of(path))) : UNKNOWN,
      beforeTokens ?? UNKNOWN,
    );
    for (const { tokens } of known ?? []) numbers.push(tokens);
  }
  return { pairs: pairs.all, sessions: sessions.all, paths: paths.all, shapes: shapes.all, count, numbers };
}

/**
 * Yields the handoffs of a page for {@link PolicyReplay}. Each outline is valid until the next one: all use
 * the same entries, so that millions of leaves create no garbage.
 *
 * @throws Error if the page refers to something it does not contain.
 */
export function* unpackOutlines(page: OutlinePage): Generator<RecordedHandoff> {
  const { numbers } = page;
  const entries: { path: string; tokens: number }[] = [];
  const outline: typeof entries = [];
  let position = 0;
  const next = () => {
    const number = entryOf(numbers, position);
    position += 1;
    return number;
  };
  while (position < numbers.length) {
    const [fromAgent, toAgent] = entryOf(page.pairs, next());
    const session = next();
    const shapeIndex = next();
    const before = next();
    const shape = shapeIndex === UNKNOWN ? null : entryOf(page.shapes, shapeIndex);
    outline.length = 0;
    for (const path of shape ?? []) {
      const place = outline.length;
      const entry = entries[place] ?? { path: "", tokens: 0 };
      entries[place] = entry;
      entry.path = entryOf(page.paths, path);
      entry.tokens = next();
      outline.push(entry);
    }
    yield {
      fromAgent,
      toAgent,
      outline: shape && outline,
      outlineTruncated: false,
      beforeTokens: before === UNKNOWN ? null : before,
      sessionId: session === UNKNOWN ? null : entryOf(page.sessions, session),
    };
  }
}

/** Assigns consecutive numbers to new values, from 0. */
class Numbering<Value> {
  readonly all: Value[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #keyOf: (value: Value) => string;

  constructor(keyOf: (value: Value) => string) {
    this.#keyOf = keyOf;
  }

  of(value: Value): number {
    const key = this.#keyOf(value);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.all.length);
    return this.all.push(value) - 1;
  }
}

function entryOf<Entry>(list: readonly Entry[], index: number): Entry {
  const entry = list[index];
  if (entry === undefined) throw new Error(`the page of outlines refers to a missing entry ${index}`);
  return entry;
}

function isKnown(sessionId: string | null | undefined): sessionId is string {
  return sessionId !== null && sessionId !== undefined;
}
