import { attempt } from "./attempt";
import type { CompiledPolicy } from "./compile-policy";
import { type ContextPart, isReserved, joinParts, readParts } from "./context-part";
import { foldForms } from "./fold";
import type { HandoffPair } from "./handoff";
import type { HandoffContext } from "./handoff-context";
import { blockedIn, findTerms, type HandoffTerms } from "./handoff-terms";
import type { ScopingState } from "./outcome";
import { isContainer, isPlain, ownEntries, setOwn } from "./plain-data";
import { REMOVED } from "./removed";
import { RemovedPaths } from "./removed-paths";
import { ScopingError } from "./scoping-error";
import { BlockedStripper } from "./strip-blocked";

/** The context that passes after scoping failed. */
export interface RecoveredContext {
  readonly state: Extract<ScopingState, "fallback_minus_blocked" | "denied_error">;
  readonly context: HandoffContext;
  readonly fieldsFiltered: string[];
  /** The reason, as a sentence without content. */
  readonly note: string;
}

/**
 * Decides what passes after scoping failed. Blocked fields never pass: it returns the whole context without
 * them. If that fails too, or there is no policy, strict enforcement passes nothing, and advisory the IDs
 * that `minimal` passes. Never throws.
 *
 * @param error error of scoping. Repeats the message of a {@link ScopingError} only, because others can
 * contain content.
 */
export function recoverContext(
  policy: CompiledPolicy,
  handoff: HandoffPair,
  error: unknown,
): RecoveredContext {
  const reason = `Scoping failed (${error instanceof ScopingError ? error.message : "an unexpected error"})`;
  const stripped = policy.index && attempt(() => stripContext(policy, handoff));
  if (stripped) {
    const { isTruncated, ...passed } = stripped;
    const names = isTruncated ? ", not all of which are named" : "";
    return {
      state: "fallback_minus_blocked",
      ...passed,
      note: `${reason}: all except blocked fields passed${names}`,
    };
  }
  const identifiers =
    policy.enforcementLevel === "advisory" ? attempt(() => passIdentifiers(policy, handoff.context)) : null;
  if (identifiers)
    return { state: "denied_error", ...identifiers, note: `${reason}: only identifiers passed` };
  return {
    state: "denied_error",
    context: { prior_outputs: {}, observations: [], original_input: null },
    fieldsFiltered: attempt(() => namesOfParts(handoff.context)) ?? [],
    note: `${reason}: nothing passed`,
  };
}

interface Passed {
  context: HandoffContext;
  fieldsFiltered: string[];
}

/**
 * Returns the whole context without blocked fields and without anything that is not plain data, at any depth.
 *
 * @throws ScopingError if it is endless.
 */
export function stripContext(
  policy: CompiledPolicy,
  handoff: HandoffPair,
): Passed & { isTruncated: boolean } {
  const terms = findTerms(policy, handoff);
  const removed = new RemovedPaths();
  const stripper = new BlockedStripper(removed);
  const context = joinParts(readParts(handoff.context, removed), (part) => {
    const left = isReserved(part) ? REMOVED : stripPart(stripper, part, terms);
    if (left === REMOVED) removed.add(part.path);
    return left;
  });
  return { context, fieldsFiltered: removed.list(), isTruncated: removed.isTruncated };
}

function stripPart(stripper: BlockedStripper, part: ContextPart, terms: HandoffTerms): unknown {
  const { fields, start } = blockedIn(part, terms);
  return stripper.strip(part.before, part.path, fields, start);
}

/** Returns the IDs of the input: only scalars that no list of the policy could block, for any rule. */
function passIdentifiers(policy: CompiledPolicy, context: HandoffContext): Passed {
  const removed = new RemovedPaths();
  const passed = joinParts(readParts(context, removed), (part) => {
    if (part.name === "original_input" && isContainer(part.before) && !Array.isArray(part.before)) {
      return pickIdentifiers(policy, part, part.before, removed);
    }
    if (part.kind === "output" || isContainer(part.before)) removed.add(part.path);
    return REMOVED;
  });
  return { context: passed, fieldsFiltered: removed.list() };
}

function pickIdentifiers(policy: CompiledPolicy, part: ContextPart, input: object, removed: RemovedPaths) {
  const identifiers: Record<string, unknown> = {};
  const isBlocked = findBlocked(policy);
  const name = (key: string) => removed.add(part.path, key);
  for (const [key, value] of ownEntries(input, name)) {
    const passes = policy.minimalInputFields.has(key) && !isContainer(value) && isPlain(value);
    if (passes && !isBlocked(key, value)) setOwn(identifiers, key, value);
    else name(key);
  }
  return identifiers;
}

/**
 * Returns whether any list of the policy could block an entry, for any rule: its key, or a field within its
 * text. Collects the lists once for all entries.
 */
function findBlocked(policy: CompiledPolicy): (key: string, value: unknown) => boolean {
  const lists = [policy.blocked, ...[...policy.rules.values()].map(({ blocked }) => blocked)];
  const isAnyBlocked = lists.some(({ paths }) => paths.anyKey !== null);
  const names = new Set(lists.flatMap((list) => [...list.names, ...list.paths.keys.keys()]));
  const inText = policy.index?.policy.blocked_in_text ?? true;
  return (key, value) =>
    isAnyBlocked ||
    foldForms(key).some((form) => names.has(form)) ||
    (inText && typeof value === "string" && lists.some(({ mayBeIn }) => mayBeIn(value)));
}

function namesOfParts(context: HandoffContext): string[] {
  const removed = new RemovedPaths();
  for (const part of readParts(context, removed)) removed.add(part.path);
  return removed.list();
}
