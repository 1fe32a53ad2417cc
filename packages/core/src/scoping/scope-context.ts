import type { HandoffMode } from "../policy/handoff-mode";
import { type SwitchSetting, switchSetting } from "../policy/switch-setting";
import type { ContextHandoffEvent } from "../session/context-handoff";
import { ContentRules } from "./apply-content-rules";
import { attempt } from "./attempt";
import type { CompiledPolicy } from "./compile-policy";
import { addStep, handedOver, joinParts, remainder } from "./context-part";
import {
  type CapturedContent,
  describeHandoff,
  describeRecovery,
  type HandoffDescription,
} from "./describe-handoff";
import { type FilteredContext, filterContext, isEmpty } from "./filter-context";
import { freezeDeep } from "./freeze-deep";
import type { Handoff } from "./handoff";
import type { HandoffContext, ScopedContext } from "./handoff-context";
import { findTerms } from "./handoff-terms";
import { mustRecordObserved, ONLY_TRIED, withObservedRules } from "./observed-rules";
import { policyFor } from "./policy-for";
import { recoverContext } from "./recover-context";
import { REMOVED } from "./removed";
import { fetchSummary, type Summarizer, type SummaryReply, type SummaryRequest } from "./summarize";
import { translate } from "./translate-outputs";

/** Result of a handoff. */
export interface ScopingResult {
  /** The receiver's context. If the switch is off or observes, the same reference as the input. */
  readonly scoped: ScopedContext | HandoffContext;
  /** To append to the session file; null if the switch is off or no audit is requested. */
  readonly event: ContextHandoffEvent | null;
  /**
   * The reason why a content rule refuses the handoff, with what the sender can do about it: then nothing passes. Null
   * if none does.
   */
  readonly refusal: string | null;
  /** To store next to the session; null without `capturesContent` or without an event. */
  readonly content: CapturedContent | null;
}

/**
 * Decides what passes from one agent to the next, and records the savings.
 *
 * Pure: clock and IDs are parameters. Never changes the context, but **shares** unchanged subtrees with the
 * result: do not write to either. Never throws: if scoping fails, blocked fields stay blocked, and
 * `scoping_state` and `audit_note` of the event describe the rest.
 */
export function scopeContext(policy: CompiledPolicy, handoff: Handoff): ScopingResult {
  const steps = scopeSteps(policyFor(policy, handoff), handoff);
  let step = steps.next();
  while (!step.done) step = steps.next("not_asked");
  return step.value;
}

/**
 * Like {@link scopeContext}, with summaries by a model. If the model fails, uses the extractive summary and
 * records that in the event. Sends nothing to a model while the switch observes.
 */
export async function scopeContextWith(
  summarizer: Summarizer,
  policy: CompiledPolicy,
  handoff: Handoff,
): Promise<ScopingResult> {
  const decider = policyFor(policy, handoff);
  const asks = switchSetting(decider.switch) === "enforce";
  const steps = scopeSteps(decider, handoff);
  let step = steps.next();
  while (!step.done) step = steps.next(asks ? await fetchSummary(summarizer, step.value) : "not_asked");
  return step.value;
}

function* scopeSteps(
  policy: CompiledPolicy,
  handoff: Handoff,
): Generator<SummaryRequest, ScopingResult, SummaryReply> {
  const setting = switchSetting(policy.switch);
  if (setting === "off") return { scoped: handoff.context, event: null, content: null, refusal: null };
  const decided = yield* enforce(policy, handoff, setting);
  const event = withObservedRules(
    policy,
    handoff,
    decided.event,
    (trial) => scopeContext(trial, { ...handoff, ...ONLY_TRIED }).event,
  );
  const enforced = { ...decided, event };
  if (setting === "observe") return { ...enforced, scoped: handoff.context, refusal: null };
  if (handoff.freezes) attempt(() => freezeDeep(enforced.scoped));
  return enforced;
}

function* enforce(
  policy: CompiledPolicy,
  handoff: Handoff,
  setting: SwitchSetting,
): Generator<
  SummaryRequest,
  { scoped: ScopedContext; refusal: string | null } & HandoffDescription,
  SummaryReply
> {
  try {
    const startedAt = handoff.microseconds?.();
    const terms = findTerms(policy, handoff);
    const { rule } = terms;
    const mustAudit =
      rule?.audit_enabled === true ||
      policy.index?.policy.audit_all_handoffs === true ||
      mustRecordObserved(policy, handoff);
    const explains = setting === "observe" || policy.index === null || mustAudit;
    const filtered = filterContext(policy, handoff, terms, { explains });
    const content = new ContentRules(policy, handoff);
    content.apply(filtered.parts);
    const isTranslated =
      content.refusal === null &&
      policy.index?.policy.enable_conversation_translation &&
      rule?.conversation_translation?.enabled;
    const translation = yield* translate(filtered, isTranslated ? rule?.conversation_translation : undefined);
    // A summary is another text.
    if (translation.summarizer !== null) content.applyAgain(filtered.parts);
    if (content.refusal !== null) removeAll(filtered);
    const state = setting === "observe" ? "observed" : stateOf(policy, content.refusal);
    const { refusal } = content;
    const scoped = toScopedContext(policy, handoff, {
      context: joinParts(filtered.parts, handedOver),
      mode: terms.mode,
      fieldsFiltered: filtered.removed.list(),
      isTranslated: translation.strategies.length > 0,
    });
    if (state === "scoped" && !mustAudit && content.notes.length === 0)
      return { scoped, refusal, event: null, content: null };
    return {
      scoped,
      refusal,
      ...describeHandoff(policy, handoff, { filtered, translation, content, scoped, state, startedAt }),
    };
  } catch (error) {
    const recovered = recoverContext(policy, handoff, error);
    const terms = attempt(() => findTerms(policy, handoff)) ?? { mode: "minimal", rule: null };
    const scoped = toScopedContext(policy, handoff, {
      ...recovered,
      context: { ...recovered.context },
      mode: terms.mode,
      isTranslated: false,
    });
    const state = setting === "observe" ? "observed" : recovered.state;
    return {
      scoped,
      refusal: recovered.refusal,
      ...describeRecovery(policy, handoff, { recovered, terms, state }),
    };
  }
}

function stateOf(policy: CompiledPolicy, refusal: string | null): "scoped" | "denied_rule" | "denied_error" {
  if (policy.index === null) return "denied_error";
  return refusal === null ? "scoped" : "denied_rule";
}

/** Removes everything, because a content rule refuses the handoff. */
function removeAll({ parts, removed }: FilteredContext): void {
  for (const part of parts) {
    if (remainder(part) === REMOVED || isEmpty(part.before)) continue;
    removed.add(part.path);
    addStep(part, "redacted", REMOVED);
  }
}

/** Adds the receiver's information to the context itself, which has no other owner yet. */
function toScopedContext(
  policy: CompiledPolicy,
  handoff: Handoff,
  outcome: { context: HandoffContext; mode: HandoffMode; fieldsFiltered: string[]; isTranslated: boolean },
): ScopedContext {
  return Object.assign(outcome.context, {
    metadata: { from: handoff.from, to: handoff.to, policy_version: policy.version },
    handoff_mode: outcome.mode,
    fields_filtered: outcome.fieldsFiltered,
    translation_applied: outcome.isTranslated,
  });
}
