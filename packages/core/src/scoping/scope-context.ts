import type { HandoffMode } from "../policy/handoff-mode";
import { type SwitchSetting, switchSetting } from "../policy/policy-switch";
import type { ContextHandoffEvent } from "../session/context-handoff";
import { attempt } from "./attempt";
import type { CompiledPolicy } from "./compile-policy";
import { handedOver, joinParts } from "./context-part";
import {
  type CapturedContent,
  describeHandoff,
  describeRecovery,
  type HandoffDescription,
} from "./describe-handoff";
import { filterContext } from "./filter-context";
import { freezeDeep } from "./freeze-deep";
import type { Handoff } from "./handoff";
import type { HandoffContext, ScopedContext } from "./handoff-context";
import { findTerms } from "./handoff-terms";
import { recoverContext } from "./recover-context";
import { askSummarizer, type Summarizer, type SummaryReply, type SummaryRequest } from "./summarize";
import { translate } from "./translate-outputs";

/** What a handoff comes to. */
export interface ScopingResult {
  /**
   * What the receiver gets. Where the switch is off or observes,
   * the context that came in: the same reference.
   */
  readonly scoped: ScopedContext | HandoffContext;
  /** To be appended to the session's file; null where the switch is off or nobody asks for an audit. */
  readonly event: ContextHandoffEvent | null;
  /** To be kept beside the session, where `capturesContent` asks for it and there is an event. */
  readonly content: CapturedContent | null;
}

/**
 * Decides what of a context passes from one agent to the next, and writes down what that saved.
 *
 * Pure: clock and ids are passed in. The context is never changed, but subtrees of which nothing
 * was removed are **shared** with the result: neither side may write to them afterwards. Never
 * throws: where scoping fails, what is blocked stays blocked, and the event's `scoping_state`
 * and `audit_note` say what became of the rest.
 */
export function scopeContext(policy: CompiledPolicy, handoff: Handoff): ScopingResult {
  const steps = scopeSteps(policy, handoff);
  let step = steps.next();
  while (!step.done) step = steps.next("not_asked");
  return step.value;
}

/**
 * As {@link scopeContext}, with summaries by a model. Where it fails, the extractive summary serves, and the
 * event says so. While the switch observes nothing is sent to a model.
 */
export async function scopeContextWith(
  summarizer: Summarizer,
  policy: CompiledPolicy,
  handoff: Handoff,
): Promise<ScopingResult> {
  const asks = switchSetting(policy.switch) === "enforce";
  const steps = scopeSteps(policy, handoff);
  let step = steps.next();
  while (!step.done) step = steps.next(asks ? await askSummarizer(summarizer, step.value) : "not_asked");
  return step.value;
}

function* scopeSteps(
  policy: CompiledPolicy,
  handoff: Handoff,
): Generator<SummaryRequest, ScopingResult, SummaryReply> {
  const setting = switchSetting(policy.switch);
  if (setting === "off") return { scoped: handoff.context, event: null, content: null };
  const enforced = yield* enforce(policy, handoff, setting);
  if (setting === "observe") return { ...enforced, scoped: handoff.context };
  if (handoff.freezes) attempt(() => freezeDeep(enforced.scoped));
  return enforced;
}

function* enforce(
  policy: CompiledPolicy,
  handoff: Handoff,
  setting: SwitchSetting,
): Generator<SummaryRequest, { scoped: ScopedContext } & HandoffDescription, SummaryReply> {
  try {
    const startedAt = handoff.microseconds?.();
    const terms = findTerms(policy, handoff);
    const { rule } = terms;
    const state = setting === "observe" ? "observed" : policy.index === null ? "denied_error" : "scoped";
    const isAudited =
      state !== "scoped" || rule?.audit_enabled === true || policy.index?.policy.audit_all_handoffs === true;
    const filtered = filterContext(policy, handoff, terms, { explains: isAudited });
    const isTranslated =
      policy.index?.policy.enable_conversation_translation && rule?.conversation_translation?.enabled;
    const translation = yield* translate(filtered, isTranslated ? rule?.conversation_translation : undefined);
    const scoped = toScopedContext(policy, handoff, {
      context: joinParts(filtered.parts, handedOver),
      mode: terms.mode,
      fieldsFiltered: filtered.removed.list(),
      isTranslated: translation.strategies.length > 0,
    });
    if (!isAudited) return { scoped, event: null, content: null };
    return {
      scoped,
      ...describeHandoff(policy, handoff, { filtered, translation, scoped, state, startedAt }),
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
    return { scoped, ...describeRecovery(policy, handoff, { recovered, terms, state }) };
  }
}

/**
 * Adds what the receiver is told of the handoff: to the context itself, which nobody else may have a hold of.
 */
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
