import { escapeKey } from "./field-pattern";
import { type HandoffContext, RESERVED_PART_NAMES } from "./handoff-context";
import { withoutRemoved } from "./message-list";
import type { Cause } from "./outcome";
import { isPlainObject, ownEntries, setOwn } from "./plain-data";
import { REMOVED } from "./removed";
import type { RemovedPaths } from "./removed-paths";

/** One agent's output, or one other part of a context, and its result after each step of scoping. */
export interface ContextPart {
  readonly kind: "output" | "part";
  /** The agent's ID, or the part's name. */
  readonly name: string;
  /** The name as the start of paths, escaped. */
  readonly path: string;
  readonly before: unknown;
  readonly steps: ScopingStep[];
}

/** Result of a step for a part; {@link REMOVED} if nothing is left. */
export interface ScopingStep {
  /** Null if the step removes nothing. */
  readonly cause: Cause | null;
  readonly value: unknown;
}

/** Returns what is left of a part after all steps so far. */
export function remainder(part: ContextPart): unknown {
  const last = part.steps.at(-1);
  return last === undefined ? part.before : last.value;
}

/** Returns what passes of a part: like {@link remainder}, without dropped messages. */
export function handedOver(part: ContextPart): unknown {
  const left = remainder(part);
  return part.steps.some(({ cause }) => cause === "dropped") ? withoutRemoved(left) : left;
}

/** Records the result of a step for a part if it changed the value. */
export function addStep(part: ContextPart, cause: Cause | null, value: unknown): void {
  if (value !== remainder(part)) part.steps.push({ cause, value });
}

/**
 * Splits a context into parts: outputs, `observations`, `original_input`, then further parts in their order.
 * A missing standard part counts as empty; anything that is not plain data is removed and named.
 */
export function readParts(context: HandoffContext, removed: RemovedPaths): ContextPart[] {
  let outputs: unknown;
  let observations: unknown;
  let input: unknown = null;
  const furtherParts: ContextPart[] = [];
  for (const [name, value] of ownEntries(context, (name) => removed.add(escapeKey(name)))) {
    if (name === "prior_outputs") outputs = value;
    else if (name === "observations") observations = value;
    else if (name === "original_input") input = value;
    else furtherParts.push(createPart("part", name, value));
  }
  return [
    ...readOutputs(outputs, removed),
    createPart("part", "observations", readObservations(observations, removed)),
    createPart("part", "original_input", input),
    ...furtherParts,
  ];
}

/** Returns true if a part has the name of a scoped context's own key and must not pass. */
export function isReserved(part: ContextPart): boolean {
  return part.kind === "part" && RESERVED_PART_NAMES.includes(part.name);
}

/** Joins the parts with their `value`, in the order in which a context is counted. */
export function joinParts(
  parts: readonly ContextPart[],
  value: (part: ContextPart) => unknown,
): HandoffContext {
  const context: HandoffContext = { prior_outputs: {}, observations: [], original_input: null };
  for (const part of parts) {
    const left = value(part);
    if (left === REMOVED) continue;
    if (part.kind === "output") setOwn(context.prior_outputs, part.name, left);
    else setOwn(context, part.name, left);
  }
  return context;
}

function readOutputs(outputs: unknown, removed: RemovedPaths): ContextPart[] {
  if (outputs === undefined || outputs === null) return [];
  if (typeof outputs !== "object" || !isPlainObject(outputs)) {
    removed.add("prior_outputs");
    return [];
  }
  return ownEntries(outputs, (agent) => removed.add(escapeKey(agent))).map(([agent, output]) =>
    createPart("output", agent, output),
  );
}

function readObservations(observations: unknown, removed: RemovedPaths): unknown {
  if (Array.isArray(observations)) return observations;
  if (observations !== undefined && observations !== null) removed.add("observations");
  return [];
}

function createPart(kind: ContextPart["kind"], name: string, before: unknown): ContextPart {
  return { kind, name, path: escapeKey(name), before, steps: [] };
}
