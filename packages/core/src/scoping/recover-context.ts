import type { ContentFinding } from "../session/content-finding";
import { ContentRules } from "./apply-content-rules";
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
  readonly contentFindings: ContentFinding[];
  /** The reason why a content rule refuses the handoff; null if none does. */
  readonly refusal: string | null;
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
  const content = attempt(() => new ContentRules(policy, handoff));
  const stripped = policy.index && content && attempt(() => stripContext(policy, handoff, content));
  const contentFindings = (content && attempt(() => content.findings)) ?? NO_FINDINGS;
  const contentNotes =
    (content && attempt(() => content.notes.map((contentNote) => `; ${contentNote}`).join(""))) ?? "";
  const refusal = content?.refusal ?? null;
  if (stripped && refusal === null) {
    const { isTruncated, ...passed } = stripped;
    const names = isTruncated ? ", not all of which are named" : "";
    return {
      state: "fallback_minus_blocked",
      ...passed,
      contentFindings,
      refusal: null,
      note: `${reason}: all except blocked fields passed${names}${contentNotes}`,
    };
  }
  const identifiers =
    policy.enforcementLevel === "advisory" && refusal === null
      ? attempt(() => passIdentifiers(policy, handoff))
      : null;
  if (identifiers)
    return {
      state: "denied_error",
      ...identifiers,
      contentFindings,
      refusal: null,
      note: `${reason}: only identifiers passed${contentNotes}`,
    };
  return {
    state: "denied_error",
    context: { prior_outputs: {}, observations: [], original_input: null },
    fieldsFiltered: attempt(() => namesOfParts(handoff.context)) ?? [],
    contentFindings,
    refusal,
    note: `${reason}: nothing passed${contentNotes}`,
  };
}

const NO_FINDINGS: ContentFinding[] = [];

interface Passed {
  context: HandoffContext;
  fieldsFiltered: string[];
}

/**
 * Returns the whole context without blocked fields, without what content rules redact or refuse, and without
 * anything that is not plain data, at any depth.
 *
 * @throws ScopingError if it is endless.
 */
export function stripContext(
  policy: CompiledPolicy,
  handoff: HandoffPair,
  content: ContentRules,
): Passed & { isTruncated: boolean } {
  const terms = findTerms(policy, handoff);
  const removed = new RemovedPaths();
  const stripper = new BlockedStripper(removed);
  const context = joinParts(readParts(handoff.context, removed), (part) => {
    const left = isReserved(part) ? REMOVED : stripPart(stripper, part, terms, content);
    if (left === REMOVED) removed.add(part.path);
    return left;
  });
  return { context, fieldsFiltered: removed.list(), isTruncated: removed.isTruncated };
}

function stripPart(
  stripper: BlockedStripper,
  part: ContextPart,
  terms: HandoffTerms,
  content: ContentRules,
): unknown {
  const { fields, start } = blockedIn(part, terms);
  const rules = content.rulesFor(part);
  return stripper.strip(part.before, part.path, fields, start, (value) =>
    rules.length === 0 ? value : content.readLeaf(value, rules, part.path),
  );
}

/** Returns the IDs of the input: only scalars that no list of the policy could block, for any rule. */
function passIdentifiers(policy: CompiledPolicy, handoff: HandoffPair): Passed {
  const removed = new RemovedPaths();
  const content = new ContentRules(policy, handoff);
  const passed = joinParts(readParts(handoff.context, removed), (part) => {
    if (part.name === "original_input" && isContainer(part.before) && !Array.isArray(part.before)) {
      return pickIdentifiers(policy, part, part.before, removed, content);
    }
    if (part.kind === "output" || isContainer(part.before)) removed.add(part.path);
    return REMOVED;
  });
  return { context: passed, fieldsFiltered: removed.list() };
}

function pickIdentifiers(
  policy: CompiledPolicy,
  part: ContextPart,
  input: object,
  removed: RemovedPaths,
  content: ContentRules,
) {
  const rules = content.rulesFor(part);
  const identifiers: Record<string, unknown> = {};
  const isBlocked = findBlocked(policy);
  const name = (key: string) => removed.add(part.path, key);
  for (const [key, value] of ownEntries(input, name)) {
    const passes = policy.minimalInputFields.has(key) && !isContainer(value) && isPlain(value);
    const isClean = content.readLeaf(value, rules, part.path) === value;
    if (passes && isClean && !isBlocked(key, value)) setOwn(identifiers, key, value);
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
