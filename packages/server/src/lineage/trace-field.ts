import type { OutlineEntry } from "@baton/core";
import { groupBy } from "@baton/core/internal";
import { type FieldHolder, findHolders } from "./field-holders";
import {
  FIELD_MATCHES,
  type FieldMatch,
  type FieldQuery,
  type FieldSource,
  matchPath,
  readFieldQuery,
  sourceOf,
} from "./field-query";
import type { FieldStep } from "./field-step";
import { type Leak, type LeakedPath, MAX_NAME_LENGTH } from "./leak";
import { OutlinePaths } from "./outline-paths";
import { fateOf, type OutlinedHandoff } from "./outlined-handoff";
import { PolicyBlocks } from "./policy-blocks";

/** The path of a field through one session. */
export interface FieldLineage {
  /** The first step of each source; the handoffs show no earlier one. */
  readonly origins: readonly FieldStep[];
  /** In the order of the handoffs; omits those without the field. */
  readonly steps: readonly FieldStep[];
  /** Every agent of the session, in the order in which they took part. */
  readonly holders: readonly FieldHolder[];
  readonly handoffCount: number;
  /** Number of handoffs whose outline cannot show whether they held the field. */
  readonly unknownCount: number;
}

/**
 * Follows a field through the handoffs of a session: its origin, the handoffs at which it passed, was
 * blocked or removed otherwise, its leaks, and the agents that have ever had it. A source is an agent's
 * output or another part of the context. The owner of a part before its first handoff is unknown, so a
 * part makes no agent its holder.
 *
 * @param handoffs in the order of the session.
 * @param text     the query, see {@link readFieldQuery}.
 * @param blocks   fields blocked by the policies of the session.
 * @param leaks    those of the session.
 */
export function traceField(
  handoffs: readonly OutlinedHandoff[],
  text: string,
  blocks = new PolicyBlocks(),
  leaks: readonly SessionLeak[] = [],
): FieldLineage {
  const paths = new OutlinePaths();
  const leaksByHandoff = groupBy(leaks, ({ eventId }) => eventId);
  const finder = new FieldFinder(readFieldQuery(text), handoffs, paths);
  const steps: FieldStep[] = [];
  const unknownReceivers = new Set<string>();
  let unknownCount = 0;
  for (const [index, handoff] of handoffs.entries()) {
    const leaked = (leaksByHandoff.get(handoff.eventId) ?? []).flatMap(({ name, places }) =>
      places.map((place) => ({ name, ...place })),
    );
    const found = groupBy(leaked, ({ path }) => path);
    const leaves = (handoff.outline ?? []).flatMap((entry) =>
      finder.find(entry, handoff).map((leaf) => ({
        ...leaf,
        isBlocked: blocks.findBlocked(handoff, entry) !== null,
        leak: finder.findLeak(leaf.match, found.get(entry.path) ?? []),
      })),
    );
    if (leaves.length === 0 && (handoff.outline === null || handoff.outlineTruncated)) {
      unknownCount += 1;
      unknownReceivers.add(handoff.toAgent);
    }
    steps.push(...toSteps(handoff, index + 1, leaves));
  }
  return {
    origins: firstOfEach(steps, ({ source }) => JSON.stringify([source.kind, source.name])),
    steps,
    holders: findHolders(handoffs, steps, unknownReceivers),
    handoffCount: handoffs.length,
    unknownCount,
  };
}

/** A leak, and the handoff that it happened at. */
interface SessionLeak extends Pick<Leak, "name" | "places"> {
  readonly eventId: string;
}

interface LeafMatch extends ReturnType<typeof fateOf> {
  readonly entry: OutlineEntry;
  readonly source: FieldSource;
  readonly match: FieldMatch;
}

/** Finds the field in outlines. Caches results by path, since paths repeat. */
class FieldFinder {
  readonly #query: FieldQuery;
  readonly #paths: OutlinePaths;
  readonly #known = new Map<string, "field" | "name" | null>();
  /** Digests of the contents of the field's own leaves. */
  readonly #digests = new Set<string>();

  constructor(query: FieldQuery, handoffs: readonly OutlinedHandoff[], paths: OutlinePaths) {
    this.#query = query;
    this.#paths = paths;
    for (const { outline } of handoffs) {
      for (const { path, digest } of outline ?? []) {
        if (digest !== undefined && this.#matchPath(path) === "field") this.#digests.add(digest);
      }
    }
  }

  find(entry: OutlineEntry, { agents, scopingState }: OutlinedHandoff): LeafMatch[] {
    const isCopy = entry.digest !== undefined && this.#digests.has(entry.digest);
    const byPath = this.#matchPath(entry.path);
    const match = byPath === "field" ? byPath : isCopy ? "text" : byPath;
    if (match === null) return [];
    const source = sourceOf(this.#paths.read(entry.path), agents);
    return [{ entry, source, match, ...fateOf(entry, scopingState) }];
  }

  /** Returns the evidence that a leaf leaks the queried field; `leaks` are those of its path. */
  findLeak(match: FieldMatch, leaks: readonly (LeakedPath & { name: string })[]): LeakedPath["by"] | null {
    const asked = leaks.find(({ name }) => name === this.#query.name.slice(0, MAX_NAME_LENGTH));
    return (asked ?? (match === "name" ? undefined : leaks[0]))?.by ?? null;
  }

  #matchPath(path: string): "field" | "name" | null {
    const known = this.#known.get(path);
    if (known !== undefined) return known;
    const match = matchPath(this.#query, this.#paths.read(path));
    this.#known.set(path, match);
    return match;
  }
}

interface TracedLeaf extends LeafMatch, Pick<FieldStep, "isBlocked" | "leak"> {}

/** A step under way: its paths and sizes are still added up. */
interface StepTotals {
  readonly step: FieldStep;
  readonly paths: string[];
  tokens: number;
  after: number;
}

function toSteps(handoff: OutlinedHandoff, number: number, leaves: readonly TracedLeaf[]): FieldStep[] {
  const groups = new Map<string, StepTotals>();
  const { eventId, occurredAt, fromAgent, toAgent, ruleId, scopingState } = handoff;
  for (const leaf of leaves) {
    const { source, match, cause, has, isBlocked, leak, entry } = leaf;
    const isOnlyObserved = scopingState === "observed" && entry.cause !== undefined;
    const key = JSON.stringify([
      source.kind,
      source.name,
      match,
      cause,
      has,
      isBlocked,
      leak,
      isOnlyObserved,
    ]);
    const group: StepTotals = groups.get(key) ?? {
      paths: [],
      tokens: 0,
      after: 0,
      step: {
        number,
        eventId,
        occurredAt,
        fromAgent,
        toAgent,
        ruleId,
        source,
        match,
        cause,
        has,
        isBlocked,
        isOnlyObserved,
        leak,
        paths: [],
        tokens: 0,
        after: 0,
      },
    };
    groups.set(key, group);
    group.paths.push(entry.path);
    group.tokens += entry.tokens;
    group.after += leaf.after;
  }
  return (
    [...groups.values()]
      .map(({ step, ...sums }) => ({ ...step, ...sums }))
      // The same name elsewhere is another field, unless it is a leak of this one.
      .filter(({ match, leak }) => match !== "name" || leak !== null)
      .sort((a, b) => FIELD_MATCHES.indexOf(a.match) - FIELD_MATCHES.indexOf(b.match))
  );
}

function firstOfEach<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const firsts = new Map<string, Item>();
  for (const item of items) {
    const key = keyOf(item);
    if (!firsts.has(key)) firsts.set(key, item);
  }
  return [...firsts.values()];
}
