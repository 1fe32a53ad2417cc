import { z } from "zod";
import type { RecordedHandoff } from "../replay-policy";

const Index = z.int().nonnegative();

/**
 * Handoffs for a replay, packed: outlines of the same agents mostly have the same paths, and these are written once a page. Sizes
 * are in tokens.
 */
export const OutlinePage = z.object({
  /** Each pair of agents that occurs. */
  pairs: z.array(z.tuple([z.string(), z.string()])),
  sessions: z.array(z.string()),
  paths: z.array(z.string()),
  /** The lists of paths that occur, as indices of `paths`. */
  shapes: z.array(z.array(Index)),
  /**
   * A handoff each: the indices of its pair, its session and its shape, its exact size before, then the size of each path of the
   * shape. An index of -1 stands for a session or outline that is not known, or truncated; a size of -1 for one that was not recorded.
   */
  handoffs: z.array(z.array(z.int())),
});
export type OutlinePage = z.infer<typeof OutlinePage>;

const UNKNOWN = -1;

/** Packs handoffs for the way to a replay; of outlines, paths and sizes before are kept. */
export function packOutlines(handoffs: Iterable<RecordedHandoff>): OutlinePage {
  const [pairs, sessions, paths, shapes] = [
    new Numbering<[string, string]>((pair) => JSON.stringify(pair)),
    new Numbering<string>((session) => session),
    new Numbering<string>((path) => path),
    new Numbering<number[]>((shape) => shape.join()),
  ];
  const rows = [...handoffs].map((handoff) => {
    const pair = pairs.of([handoff.fromAgent, handoff.toAgent]);
    const session = isKnown(handoff.sessionId) ? sessions.of(handoff.sessionId) : UNKNOWN;
    const before = handoff.beforeTokens ?? UNKNOWN;
    if (handoff.outline === null || handoff.outlineTruncated) return [pair, session, UNKNOWN, before];
    const shape = shapes.of(handoff.outline.map(({ path }) => paths.of(path)));
    return [pair, session, shape, before, ...handoff.outline.map(({ tokens }) => tokens)];
  });
  return { pairs: pairs.all, sessions: sessions.all, paths: paths.all, shapes: shapes.all, handoffs: rows };
}

/**
 * The handoffs of a page, one by one, for {@link PolicyReplay}.
 *
 * @throws Error where the page names what it does not hold.
 */
export function* unpackOutlines(page: OutlinePage): Generator<RecordedHandoff> {
  for (const [
    pairIndex = UNKNOWN,
    sessionIndex = UNKNOWN,
    shapeIndex = UNKNOWN,
    before = UNKNOWN,
    ...sizes
  ] of page.handoffs) {
    const [fromAgent, toAgent] = entryOf(page.pairs, pairIndex);
    const shape = shapeIndex === UNKNOWN ? null : entryOf(page.shapes, shapeIndex);
    yield {
      fromAgent,
      toAgent,
      beforeTokens: before === UNKNOWN ? null : before,
      sessionId: sessionIndex === UNKNOWN ? null : entryOf(page.sessions, sessionIndex),
      outlineTruncated: false,
      outline:
        shape?.map((path, index) => ({ path: entryOf(page.paths, path), tokens: sizes[index] ?? 0 })) ?? null,
    };
  }
}

/** Gives each value that is new the next number, from 0. */
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
  if (entry === undefined) throw new Error(`a page of outlines has no entry ${index} where it names one`);
  return entry;
}

function isKnown(sessionId: string | null | undefined): sessionId is string {
  return sessionId !== null && sessionId !== undefined;
}
