import { switchSetting } from "../policy/policy-switch";
import type { ContextHandoffEvent } from "../session/context-handoff";
import { countTokens } from "../tokens/count-tokens";
import { attempt } from "./attempt";
import type { CompiledPolicy } from "./compile-policy";
import { joinParts, readParts, remainder } from "./context-part";
import { type FilteredContext, filterContext } from "./filter-context";
import type { HandoffContext, ScopedContext } from "./handoff-context";
import { createHandoffEvent, summarizeContext } from "./handoff-event";
import { findTerms, type HandoffPair } from "./handoff-terms";
import type { ScopingState } from "./outcome";
import { outlineContext } from "./outline";
import { plainJson } from "./plain-json";
import { type RecoveredContext, recoverContext } from "./recover-context";
import { RemovedPaths } from "./removed-paths";

/** A handoff, and what its event needs beside the context. */
export interface Handoff extends HandoffPair {
  readonly sessionId: string;
  readonly workflowId?: string;
  /** The model that the receiver runs on: savings are priced by it. */
  readonly toModel?: string;
  /** Gives a new event id: a UUID, best of version 7. */
  newId(): string;
}

/** What a handoff comes to. */
export interface ScopingResult {
  /** What the receiver gets. Where the switch is off or observes, the context that came in: the same reference. */
  readonly scoped: ScopedContext | HandoffContext;
  /** To be appended to the session's file; null where the switch is off or nobody asks for an audit. */
  readonly event: ContextHandoffEvent | null;
}

/**
 * Decides what of a context passes from one agent to the next, and writes down what that saved.
 *
 * Pure: clock and ids are passed in. The context is never changed, but subtrees of which nothing was removed are **shared**
 * with the result: neither side may write to them afterwards. Never throws: where scoping fails, what is blocked stays
 * blocked, and the event's `scoping_state` and `audit_note` say what became of the rest.
 */
export function scopeContext(policy: CompiledPolicy, handoff: Handoff): ScopingResult {
  const setting = switchSetting(policy.switch);
  if (setting === "off") return { scoped: handoff.context, event: null };
  const { scoped, event } = enforce(policy, handoff, setting === "observe");
  return { scoped: setting === "observe" ? handoff.context : scoped, event };
}

interface Enforced {
  scoped: ScopedContext;
  event: ContextHandoffEvent | null;
}

function enforce(policy: CompiledPolicy, handoff: Handoff, isObserved: boolean): Enforced {
  try {
    const filtered = filterContext(policy, handoff, { explains: true });
    const scoped = toScopedContext(policy, handoff, filtered);
    const state = isObserved ? "observed" : policy.index === null ? "denied_error" : "scoped";
    const isAudited = filtered.terms.rule?.audit_enabled || policy.index?.policy.audit_all_handoffs;
    const event =
      isAudited || state !== "scoped" ? describe(policy, handoff, { filtered, scoped, state }) : null;
    return { scoped, event };
  } catch (error) {
    return describeRecovery(policy, handoff, recoverContext(policy, handoff, error), isObserved);
  }
}

function describe(
  policy: CompiledPolicy,
  handoff: Handoff,
  { filtered, scoped, state }: { filtered: FilteredContext; scoped: ScopedContext; state: ScopingState },
): ContextHandoffEvent {
  const { outline, isTruncated, isPlain } = outlineContext(filtered.parts);
  const before = joinParts(filtered.parts, (part) => part.before);
  const after = joinParts(filtered.parts, remainder);
  return createHandoffEvent(policy, handoff, {
    scopingState: state,
    terms: filtered.terms,
    before: summarizeContext(before, countTokens(isPlain ? JSON.stringify(before) : plainJson(before))),
    after: summarizeContext(after, countTokens(JSON.stringify(after))),
    fieldsFiltered: scoped.fields_filtered,
    strategies: [],
    outline,
    isOutlineTruncated: isTruncated,
    notes: notesOn(policy, filtered, scoped),
  });
}

function notesOn(policy: CompiledPolicy, filtered: FilteredContext, scoped: ScopedContext): string[] {
  const notes: string[] = [];
  if (policy.index === null) notes.push("There is no policy that could be read: every handoff is minimal");
  if (scoped.fields_filtered.length > 0) notes.push(`Fields filtered: ${scoped.fields_filtered.length}`);
  if (filtered.removed.isTruncated) notes.push("There were too many to name all of them");
  if (filtered.droppedOutputs.length > 0) {
    notes.push(
      `Dropped, as a list of allowed fields fits no output but an object: ${filtered.droppedOutputs.join(", ")}`,
    );
  }
  return notes;
}

/** What could be recovered, and its event: without an outline, which is marked as cut short. Never throws. */
function describeRecovery(
  policy: CompiledPolicy,
  handoff: Handoff,
  recovered: RecoveredContext,
  isObserved: boolean,
): Enforced {
  const terms = attempt(() => findTerms(policy, handoff)) ?? { mode: "minimal", rule: null };
  const scoped: ScopedContext = {
    ...recovered.context,
    metadata: { from: handoff.from, to: handoff.to, policy_version: policy.version },
    handoff_mode: terms.mode,
    fields_filtered: recovered.fieldsFiltered,
    translation_applied: false,
  };
  const before = attempt(() =>
    joinParts(readParts(handoff.context, new RemovedPaths()), (part) => part.before),
  );
  const beforeTokens = before && attempt(() => countTokens(plainJson(before)));
  const afterTokens = attempt(() => countTokens(plainJson(recovered.context)));
  const isCounted = beforeTokens !== null && afterTokens !== null;
  const event = attempt(() =>
    createHandoffEvent(policy, handoff, {
      scopingState: isObserved ? "observed" : recovered.state,
      terms,
      before: summarizeContext(before ?? recovered.context, isCounted ? beforeTokens : 0),
      after: summarizeContext(recovered.context, isCounted ? afterTokens : 0),
      fieldsFiltered: recovered.fieldsFiltered,
      strategies: [],
      outline: [],
      isOutlineTruncated: true,
      notes: isCounted ? [recovered.note] : [recovered.note, "Its size could not be counted"],
    }),
  );
  return { scoped, event };
}

function toScopedContext(
  policy: CompiledPolicy,
  handoff: HandoffPair,
  filtered: FilteredContext,
): ScopedContext {
  return {
    ...joinParts(filtered.parts, remainder),
    metadata: { from: handoff.from, to: handoff.to, policy_version: policy.version },
    handoff_mode: filtered.terms.mode,
    fields_filtered: filtered.removed.list(),
    translation_applied: false,
  };
}
