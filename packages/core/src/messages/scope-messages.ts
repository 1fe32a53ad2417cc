import { switchSetting } from "../policy/switch-setting";
import { ContentRules } from "../scoping/apply-content-rules";
import { attempt } from "../scoping/attempt";
import type { CompiledPolicy } from "../scoping/compile-policy";
import type { CapturedContent } from "../scoping/describe-handoff";
import { freezeDeep } from "../scoping/freeze-deep";
import { findTerms } from "../scoping/handoff-terms";
import { ONLY_TRIED, withObservedRules } from "../scoping/observed-rules";
import { policyFor } from "../scoping/policy-for";
import { REMOVED } from "../scoping/removed";
import { RemovedPaths } from "../scoping/removed-paths";
import { ScopingError } from "../scoping/scoping-error";
import {
  fetchSummary,
  type Summarizer,
  type SummaryRequest,
  summarizeExtractively,
} from "../scoping/summarize";
import { addUse, type SummarizerUse } from "../scoping/summarizer-use";
import type { ContextHandoffEvent } from "../session/context-handoff";
import { describeHistory } from "./describe-history";
import {
  applyContentRules,
  filterHistory,
  type HistoryTerms,
  shortenTexts,
  stripHistory,
  termsOfHistory,
} from "./filter-history";
import type { HistoryOutcome } from "./history-outcome";
import { keepTogether } from "./keep-together";
import { detectFormat, formatNamed } from "./message-formats";
import type { MessageHandoff } from "./message-handoff";
import { type History, readHistory } from "./read-history";
import { writeHistory } from "./write-history";

/** Result of scoping a history. */
export interface ScopedMessages<Message = unknown> {
  /**
   * The receiver's messages. Unchanged ones are the same objects; if the switch is off or observes, the list
   * is.
   */
  readonly messages: readonly Message[];
  /** For each message its index in the history. */
  readonly positions: readonly number[];
  /** To append to the session file; null if the switch is off or no audit is requested. */
  readonly event: ContextHandoffEvent | null;
  /** The reason why a content rule refuses the handoff: then no message passes. Null if none does. */
  readonly refusal: string | null;
  /** To store next to the session; null without `capturesContent` or without an event. */
  readonly content: CapturedContent | null;
}

/**
 * Decides which messages of a history pass from one agent to the next, and records the savings.
 *
 * Structured outputs are fields of their agent, prose is its field `text`, and tools are its fields
 * `tool_calls.<tool>` and `tool_results.<tool>`. Rules hold for every message of an agent, also of earlier
 * turns. Calls and results stay together, and the receiver's own messages stay in every mode. Content rules of the
 * author and of the sender hold for every text; for an agent's message without a name those of any agent.
 *
 * Pure, and never throws, like `scopeContext`: if scoping fails, blocked fields stay blocked, and
 * `scoping_state` and `audit_note` of the event describe the rest.
 */
export function scopeMessages<Message>(
  policy: CompiledPolicy,
  handoff: MessageHandoff<Message>,
): ScopedMessages<Message>;
export function scopeMessages(policies: CompiledPolicy, handoff: MessageHandoff): ScopedMessages {
  return scopeShortened(policyFor(policies, handoff), handoff, KEEP_TEXTS);
}

/**
 * Like {@link scopeMessages}, and lets a model shorten texts of agents that are over `max_summary_tokens` of a rule
 * that summarizes. The model gets only what passes. If it fails, uses the extractive summary and records that in the
 * event. Sends nothing to a model while the switch observes.
 */
export async function scopeMessagesWith<Message>(
  summarizer: Summarizer,
  policies: CompiledPolicy,
  handoff: MessageHandoff<Message>,
): Promise<ScopedMessages<Message>>;
export async function scopeMessagesWith(
  summarizer: Summarizer,
  policies: CompiledPolicy,
  handoff: MessageHandoff,
): Promise<ScopedMessages> {
  const policy = policyFor(policies, handoff);
  if (switchSetting(policy.switch) !== "enforce") return scopeShortened(policy, handoff, KEEP_TEXTS);
  const requests = new Map<string, SummaryRequest>();
  const collect = (request: SummaryRequest) => {
    requests.set(request.text, request);
    return null;
  };
  const { rules } = scopeHistory(policy, handoff, { ...KEEP_TEXTS, shorten: collect });
  const summaries = new Map<string, string>();
  const notes: string[] = [];
  let use: SummarizerUse | null = null;
  for (const request of rules.refusal === null ? requests.values() : []) {
    const reply = await fetchSummary(summarizer, request);
    use = addUse(use, reply);
    if (typeof reply === "string" && notes.length === 0) notes.push(FAILED);
    summaries.set(request.text, typeof reply === "string" ? summarizeExtractively(request) : reply.text);
  }
  const shorten = ({ text }: SummaryRequest) => summaries.get(text) ?? null;
  return scopeShortened(policy, handoff, { shorten, use, notes });
}

const FAILED = "The summarizer failed; an extractive summary was used";

/** The source of summaries, and what they cost. */
interface Shortening {
  readonly shorten: (request: SummaryRequest) => string | null;
  readonly use: SummarizerUse | null;
  readonly notes: readonly string[];
}

const KEEP_TEXTS: Shortening = { shorten: () => null, use: null, notes: [] };

function scopeShortened(policy: CompiledPolicy, handoff: MessageHandoff, shortening: Shortening) {
  const setting = switchSetting(policy.switch);
  const whole = { messages: handoff.messages, positions: handoff.messages.map((_, index) => index) };
  if (setting === "off") return { ...whole, event: null, content: null, refusal: null };
  const startedAt = handoff.microseconds?.();
  const outcome = scopeHistory(policy, handoff, shortening);
  const positions = outcome.left.flatMap((message, index) => (message === REMOVED ? [] : [index]));
  const messages = positions.map((index) => outcome.left[index]);
  const state = setting === "observe" ? "observed" : outcome.state;
  const captured = handoff.capturesContent ? attempt(() => withoutBlocked(policy, handoff)) : null;
  const { event: decided, content } = describeHistory(policy, handoff, {
    ...outcome,
    messages,
    state,
    startedAt,
    captured,
  });
  const event = withObservedRules(
    policy,
    handoff,
    decided,
    (trial) => scopeMessages(trial, { ...handoff, ...ONLY_TRIED }).event,
  );
  if (setting === "observe") return { ...whole, event, content, refusal: null };
  if (handoff.freezes) attempt(() => freezeDeep(messages));
  return { messages, positions, event, content, refusal: outcome.rules.refusal };
}

function scopeHistory(
  policy: CompiledPolicy,
  handoff: MessageHandoff,
  { shorten, use, notes: notesOnSummaries }: Shortening,
): HistoryOutcome {
  const terms = termsOfHistory(policy, findTerms(policy, handoff), handoff);
  const notes = policy.index === null ? ["No valid policy is available: every handoff is minimal"] : [];
  const state = policy.index === null ? "denied_error" : "scoped";
  const rules = new ContentRules(policy, handoff);
  try {
    const isKnownPlain = Boolean(handoff.isParsedJson);
    const scoped = scopeBy(handoff, terms, (history, removed) => {
      filterHistory(policy, history, terms, { from: handoff.from, removed, isKnownPlain });
      applyContentRules(history, rules, removed);
      if (rules.refusal === null) shortenTexts(history, terms, rules, shorten);
    });
    if (rules.refusal !== null) return deny(handoff, terms, "denied_rule", rules.notes, rules);
    return {
      ...scoped,
      state,
      notes: [...notes, ...notesOnSummaries, ...rules.notes],
      summarizer: use,
      rules,
    };
  } catch (error) {
    const recovering = new ContentRules(policy, handoff);
    const reason = `Scoping failed (${error instanceof ScopingError ? error.message : "an unexpected error"})`;
    const stripped = policy.index && attempt(() => strip(handoff, terms, recovering));
    if (stripped && recovering.refusal === null) {
      const note = `${reason}: all except blocked fields passed`;
      const passed = [note, ...recovering.notes];
      return {
        ...stripped,
        state: "fallback_minus_blocked",
        notes: passed,
        summarizer: use,
        rules: recovering,
      };
    }
    const notes = [`${reason}: nothing passed`, ...recovering.notes];
    return deny(handoff, terms, "denied_error", notes, recovering);
  }
}

function deny(
  handoff: MessageHandoff,
  terms: HistoryTerms,
  state: "denied_rule" | "denied_error",
  notes: readonly string[],
  rules: ContentRules,
): HistoryOutcome {
  const removed = new RemovedPaths();
  removed.add("messages");
  const history = readHistory(formatNamed("openai-chat"), [], handoff);
  return { history, terms, removed, left: [], state, notes: [notes.join("; ")], summarizer: null, rules };
}

/** Reads a history, filters its parts, and writes what is left. */
function scopeBy(
  handoff: MessageHandoff,
  terms: HistoryTerms,
  filter: (history: History, removed: RemovedPaths) => void,
): Pick<HistoryOutcome, "history" | "terms" | "removed" | "left"> {
  const format = formatNamed(handoff.format ?? detectFormat(handoff.messages));
  const history = readHistory(format, handoff.messages, handoff);
  const removed = new RemovedPaths();
  filter(history, removed);
  const attached = keepTogether(history, removed);
  return { history, terms, removed, left: writeHistory(history, attached) };
}

function strip(handoff: MessageHandoff, terms: HistoryTerms, rules: ContentRules) {
  return scopeBy(handoff, terms, (history, removed) => stripHistory(history, terms, rules, removed));
}

/** Returns the messages without their blocked fields and what content rules find, in any mode. */
function withoutBlocked(policy: CompiledPolicy, handoff: MessageHandoff): readonly unknown[] {
  const terms = termsOfHistory(policy, findTerms(policy, handoff), handoff);
  const rules = new ContentRules(policy, handoff);
  const { left } = scopeBy(handoff, terms, (history, removed) =>
    stripHistory(history, terms, rules, removed, ({ authors }) => rules.rulesBy(authors)),
  );
  return left.filter((message) => message !== REMOVED);
}
