import type { OutlineEntry } from "../session/context-handoff";
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
import type { Comeback, FieldStep } from "./field-step";
import { OutlinePaths } from "./outline-paths";
import { fateOf, type OutlinedHandoff } from "./outlined-handoff";

/** Where a field went in one session. */
export interface FieldLineage {
  /** The first step of each source: as far as the handoffs tell, the field began there before. */
  readonly origins: readonly FieldStep[];
  /** In the order of the handoffs; those that did not hold the field are left out. */
  readonly steps: readonly FieldStep[];
  /** Every agent of the session, in the order in which they took part. */
  readonly holders: readonly FieldHolder[];
  readonly handoffCount: number;
  /** Handoffs of which nobody can tell whether they held it. */
  readonly unknownCount: number;
}

/**
 * Follows a field through the handoffs of a session: where it began, at which it passed, was blocked or
 * taken otherwise, whether it came back by another way, and which agents have ever had it. A source is
 * an agent's output or a part beside the outputs; whoever holds a part before it is handed on is not
 * known, so that a part makes nobody its holder.
 *
 * "Came back" goes by what an outline holds: the same path, the same folded name
 * in an agent's output, the same keyed digest.
 *
 * @param handoffs in the order of the session.
 * @param text     what is asked for, see {@link readFieldQuery}.
 * @param paths    for whoever follows several fields through the same handoffs.
 */
export function traceField(
  handoffs: readonly OutlinedHandoff[],
  text: string,
  paths = new OutlinePaths(),
): FieldLineage {
  const finder = new FieldFinder(readFieldQuery(text), handoffs, paths);
  const blocks = new Map<string, BlockedLeaves>();
  const steps: FieldStep[] = [];
  const unknownReceivers = new Set<string>();
  let unknownCount = 0;
  for (const [index, handoff] of handoffs.entries()) {
    const leaves = (handoff.outline ?? []).flatMap((entry) => finder.find(entry, handoff));
    if (leaves.length === 0 && (handoff.outline === null || handoff.outlineTruncated)) {
      unknownCount += 1;
      unknownReceivers.add(handoff.toAgent);
    }
    const blocked = blocks.get(handoff.toAgent) ?? new BlockedLeaves();
    blocks.set(handoff.toAgent, blocked);
    for (const leaf of leaves) if (leaf.cause === "blocked" && leaf.has === "no") blocked.add(leaf.entry);
    steps.push(...toSteps(handoff, index + 1, leaves, blocked));
  }
  return {
    origins: firstOfEach(steps, ({ source }) => JSON.stringify([source.kind, source.name])),
    steps,
    holders: findHolders(handoffs, steps, unknownReceivers),
    handoffCount: handoffs.length,
    unknownCount,
  };
}

interface FoundLeaf extends ReturnType<typeof fateOf> {
  readonly entry: OutlineEntry;
  readonly source: FieldSource;
  readonly match: FieldMatch;
}

/** Finds the field in outlines; the same paths come again and again, and are judged once. */
class FieldFinder {
  readonly #query: FieldQuery;
  readonly #paths: OutlinePaths;
  readonly #known = new Map<string, "field" | "name" | null>();
  /** What the field's own leaves said, as digests. */
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

  find(entry: OutlineEntry, { agents, scopingState }: OutlinedHandoff): FoundLeaf[] {
    const isCopy = entry.digest !== undefined && this.#digests.has(entry.digest);
    const byPath = this.#matchPath(entry.path);
    const match = byPath === "field" ? byPath : isCopy ? "text" : byPath;
    if (match === null) return [];
    const source = sourceOf(this.#paths.read(entry.path), agents);
    return [{ entry, source, match, ...fateOf(entry, scopingState) }];
  }

  #matchPath(path: string): "field" | "name" | null {
    const known = this.#known.get(path);
    if (known !== undefined) return known;
    const match = matchPath(this.#query, this.#paths.read(path));
    this.#known.set(path, match);
    return match;
  }
}

/** What was blocked for one agent so far. */
class BlockedLeaves {
  readonly #paths = new Set<string>();
  readonly #digests = new Set<string>();

  add({ path, digest }: OutlineEntry): void {
    this.#paths.add(path);
    if (digest !== undefined) this.#digests.add(digest);
  }

  /** By what a leaf that passed is known to be one of them. */
  recognise({ entry, source }: FoundLeaf): Comeback | null {
    if (this.#paths.size === 0) return null;
    if (this.#paths.has(entry.path)) return "same_field";
    if (entry.digest !== undefined && this.#digests.has(entry.digest)) return "same_text";
    return source.kind === "output" ? "same_name" : null;
  }
}

/** A step under way: its paths and sizes are still added up. */
interface StepSums {
  readonly step: FieldStep;
  readonly paths: string[];
  tokens: number;
  after: number;
}

function toSteps(
  handoff: OutlinedHandoff,
  number: number,
  leaves: readonly FoundLeaf[],
  blocked: BlockedLeaves,
): FieldStep[] {
  const groups = new Map<string, StepSums>();
  const { eventId, occurredAt, fromAgent, toAgent, ruleId, scopingState } = handoff;
  for (const leaf of leaves) {
    const { source, match, cause, has, entry } = leaf;
    const comeback = has === "no" ? null : blocked.recognise(leaf);
    const isOnlyObserved = scopingState === "observed" && entry.cause !== undefined;
    const key = JSON.stringify([source.kind, source.name, match, cause, has, comeback, isOnlyObserved]);
    const group: StepSums = groups.get(key) ?? {
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
        isOnlyObserved,
        comeback,
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
      // The same name elsewhere is another field, unless this one is known to be kept from the receiver.
      .filter(({ match, comeback }) => match !== "name" || comeback !== null)
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
