import { switchSetting } from "../policy/policy-switch";
import type { ContextHandoffEvent } from "../session/context-handoff";
import { countTokens } from "../tokens/count-tokens";
import type { CompiledPolicy } from "./compile-policy";
import { joinParts, remainder } from "./context-part";
import { type FilteredContext, filterContext, type HandoffPair } from "./filter-context";
import type { HandoffContext, ScopedContext } from "./handoff-context";
import { createHandoffEvent, summarizeContext } from "./handoff-event";
import { outlineContext } from "./outline";

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
  /** What the receiver gets. Where the switch is off or observes, the context that came in, the same reference. */
  readonly scoped: ScopedContext | HandoffContext;
  /** To be appended to the session's file; null where the switch is off or no audit is asked for. */
  readonly event: ContextHandoffEvent | null;
}

/**
 * Decides what of a context passes from one agent to the next, and writes down what that saved.
 *
 * Pure: the clock and the ids are passed in. The context is never changed; subtrees of which nothing was removed are
 * **shared** with the result, so neither side may write to them afterwards.
 */
export function scopeContext(policy: CompiledPolicy, handoff: Handoff): ScopingResult {
  const setting = switchSetting(policy.switch);
  if (setting === "off") return { scoped: handoff.context, event: null };
  const filtered = filterContext(policy, handoff, { explains: true });
  const scoped = toScopedContext(policy, handoff, filtered);
  const isObserved = setting === "observe";
  const state = isObserved ? "observed" : policy.index === null ? "denied_error" : "scoped";
  const audits =
    state !== "scoped" || filtered.rule?.audit_enabled || policy.index?.policy.audit_all_handoffs;
  return { scoped: isObserved ? handoff.context : scoped, event: audits ? describe() : null };

  function describe(): ContextHandoffEvent {
    const outlined = outlineContext(filtered.parts);
    const before = joinParts(filtered.parts, (part) => part.before);
    const after = joinParts(filtered.parts, remainder);
    return createHandoffEvent(policy, handoff, {
      scopingState: state,
      filtered,
      before: summarizeContext(before, countTokens(JSON.stringify(before))),
      after: summarizeContext(after, countTokens(JSON.stringify(after))),
      fieldsFiltered: scoped.fields_filtered,
      strategies: [],
      outline: outlined.outline,
      isOutlineTruncated: outlined.isTruncated,
      notes: [],
    });
  }
}

function toScopedContext(
  policy: CompiledPolicy,
  handoff: HandoffPair,
  filtered: FilteredContext,
): ScopedContext {
  return {
    ...joinParts(filtered.parts, remainder),
    metadata: { from: handoff.from, to: handoff.to, policy_version: policy.version },
    handoff_mode: filtered.mode,
    fields_filtered: filtered.removed.list(),
    translation_applied: false,
  };
}
