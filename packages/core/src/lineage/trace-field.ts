import type { Cause } from "../scoping/outcome";
import type { OutlineEntry } from "../session/context-handoff";
import {
  FIELD_MATCHES,
  type FieldMatch,
  type FieldQuery,
  type FieldSource,
  matchPath,
  readFieldQuery,
  sourceOf,
} from "./field-query";
import { OutlinePaths } from "./outline-paths";
import { fateOf, type OutlinedHandoff } from "./outlined-handoff";

/** By what a field is known to have come back to an agent for which it was blocked before. */
export const COMEBACKS = ["same_field", "same_text", "same_name"] as const;
export type Comeback = (typeof COMEBACKS)[number];

/** What became of a field at one handoff, as far as it stood in one source and shared one outcome. Sizes are in tokens. */
export interface FieldStep {
  /** The handoff's place in its session, from 1. */
  readonly number: number;
  readonly eventId: string;
  /** Milliseconds since 1970. */
  readonly occurredAt: number;
  readonly fromAgent: string;
  readonly toAgent: string;
  readonly ruleId: string | null;
  readonly source: FieldSource;
  readonly match: FieldMatch;
  /** As the outline has them. */
  readonly paths: readonly string[];
  readonly tokens: number;
  readonly after: number;
  /** What took it; null where it passed. */
  readonly cause: Cause | null;
  readonly has: "yes" | "in_summary" | "no";
  /** It passed as rules were only observed: these would have taken it. */
  readonly isOnlyObserved: boolean;
  /** It passed to an agent for which it was blocked, here or before; by what that is known. Null where it did not. */
  readonly comeback: Comeback | null;
}

/** Whether an agent ever had the field. `unknown`: a handoff to it has no outline, or not the whole of it. */
export const POSSESSIONS = ["wrote", "received", "in_summary", "no", "unknown"] as const;
export type Possession = (typeof POSSESSIONS)[number];

export interface FieldHolder {
  readonly agent: string;
  readonly possession: Possession;
  /** It has the field though a rule blocked it for this agent. */
  readonly isDespiteBlock: boolean;
  /** The handoff at which it had it first, or at which it was blocked first; null where it wrote it or never met it. */
  readonly number: number | null;
  readonly eventId: string | null;
}

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
 * Follows a field through the handoffs of a session: where it began, at which it passed, was blocked or taken otherwise, whether it
 * came back by another way, and which agents have ever had it. A source is an agent's output or a part beside the outputs; whoever
 * holds a part before it is handed on is not known, so that a part makes nobody its holder.
 *
 * "Came back" goes by what an outline holds: the same path, the same folded name in an agent's output, the same keyed digest.
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
      ...{ paths: [], tokens: 0, after: 0 },
      step: {
        ...{ number, eventId, occurredAt, fromAgent, toAgent, ruleId, source, match, cause, has },
        ...{ isOnlyObserved, comeback, paths: [], tokens: 0, after: 0 },
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

function findHolders(
  handoffs: readonly OutlinedHandoff[],
  steps: readonly FieldStep[],
  unknownReceivers: ReadonlySet<string>,
): FieldHolder[] {
  const holders = new Map<string, Reached>();
  const reachedBy = (agent: string) => {
    const known = holders.get(agent) ?? {
      wrote: false,
      received: null,
      summary: null,
      taken: null,
      back: null,
    };
    holders.set(agent, known);
    return known;
  };
  for (const { fromAgent, toAgent } of handoffs) {
    reachedBy(fromAgent);
    reachedBy(toAgent);
  }
  for (const step of steps) {
    if (step.source.kind === "output" && step.match !== "name") reachedBy(step.source.name).wrote = true;
    const reached = reachedBy(step.toAgent);
    if (step.has === "yes") reached.received ??= step;
    else if (step.has === "in_summary") reached.summary ??= step;
    else reached.taken ??= step;
    if (step.comeback !== null) reached.back ??= step;
  }
  return [...holders].map(([agent, reached]) => toHolder(agent, reached, unknownReceivers.has(agent)));
}

/** The first handoffs at which an agent met the field, by what came of it there. */
interface Reached {
  wrote: boolean;
  received: FieldStep | null;
  summary: FieldStep | null;
  taken: FieldStep | null;
  back: FieldStep | null;
}

function toHolder(agent: string, reached: Reached, isUnknown: boolean): FieldHolder {
  const { wrote, received, summary, taken, back } = reached;
  const met = back ?? (wrote ? null : (received ?? summary ?? taken));
  const possession = wrote
    ? "wrote"
    : received
      ? "received"
      : summary
        ? "in_summary"
        : isUnknown
          ? "unknown"
          : "no";
  return {
    ...{ agent, possession, isDespiteBlock: back !== null },
    number: met?.number ?? null,
    eventId: met?.eventId ?? null,
  };
}

function firstOfEach<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const firsts = new Map<string, Item>();
  for (const item of items) {
    const key = keyOf(item);
    if (!firsts.has(key)) firsts.set(key, item);
  }
  return [...firsts.values()];
}
