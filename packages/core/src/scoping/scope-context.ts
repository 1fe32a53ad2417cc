import type { HandoffMode } from "../policy/handoff-mode";
import { type SwitchSetting, switchSetting } from "../policy/switch-setting";
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
import { fetchSummary, type Summarizer, type SummaryReply, type SummaryRequest } from "./summarize";
import { translate } from "./translate-outputs";

/** Result of a handoff. */
export interface ScopingResult {
  /** The receiver's context. If the switch is off or observes, the same reference as the input. */
  readonly scoped: ScopedContext | HandoffContext;
  /** To append to the session file; null if the switch is off or no audit is requested. */
  readonly event: ContextHandoffEvent | null;
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
  const steps = scopeSteps(policy, handoff);
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
  const asks = switchSetting(policy.switch) === "enforce";
  const steps = scopeSteps(policy, handoff);
  let step = steps.next();
  while (!step.done) step = steps.next(asks ? await fetchSummary(summarizer, step.value) : "not_asked");
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
