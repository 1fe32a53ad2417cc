import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { attempt } from "../scoping/attempt";
import type { CompiledPolicy } from "../scoping/compile-policy";
import type { HandoffDescription } from "../scoping/describe-handoff";
import { createHandoffEvent } from "../scoping/handoff-event";
import { mustRecordObserved } from "../scoping/observed-rules";
import { outlineContext } from "../scoping/outline";
import { plainJson } from "../scoping/plain-json";
import { REMOVED } from "../scoping/removed";
import type { ContextSummary, MessageCounts, OutlineEntry } from "../session/context-handoff";
import { countTokens } from "../tokens/count-tokens";
import type { HistoryOutcome } from "./history-outcome";
import { causeOfRemoval, leftOf } from "./history-values";
import type { MessageHandoff } from "./message-handoff";
import type { HistoryPart } from "./read-history";

/** Creates the event of a scoped history: exact sizes, counts, outline, notes. Never throws. */
export function describeHistory(
  policy: CompiledPolicy,
  handoff: MessageHandoff,
  outcome: HistoryOutcome & {
    readonly messages: readonly unknown[];
    readonly startedAt: number | undefined;
    /** The messages without blocked fields, to be stored; null if no content is. */
    readonly captured: readonly unknown[] | null;
  },
): HandoffDescription {
  const { terms, history, removed, state } = outcome;
  const isAudited =
    state !== "scoped" ||
    outcome.rules.notes.length > 0 ||
    terms.rule?.audit_enabled ||
    policy.index?.policy.audit_all_handoffs ||
    mustRecordObserved(policy, handoff);
  if (!isAudited) return { event: null, content: null };
  const parts = history.messages.flatMap((message) => message.parts);
  const afterJson = attempt(() => plainJson(outcome.messages));
  const before = attempt(() => countTokens(plainJson(handoff.messages)));
  const after = afterJson === null ? null : attempt(() => countTokens(afterJson));
  const isCounted = before !== null && after !== null;
  const outlined = attempt(() => outlineContext(parts, terms, handoff.outlineKey));
  const fieldsFiltered = removed.list();
  const counts = countMessages(outcome, handoff.messages);
  const notes = [
    ...outcome.notes,
    ...(fieldsFiltered.length > 0 ? [`Fields filtered: ${fieldsFiltered.length}`] : []),
    ...(removed.isTruncated ? ["There were too many to name all of them"] : []),
    ...(counts.removed.length > 0 ? [`Messages removed: ${counts.before - counts.after}`] : []),
    ...(isCounted ? [] : ["The messages could not be counted"]),
  ];
  const content = contentOf(outcome.captured, afterJson);
  const event = attempt(() =>
    createHandoffEvent(policy, handoff, {
      scopingState: state,
      terms,
      before: summarize(parts, isCounted ? before : 0, () => true),
      after: summarize(parts, isCounted ? after : 0, (part) => leftOf(part) !== REMOVED),
      fieldsFiltered,
      strategies: [
        ...(terms.extracted === null ? [] : ["extract_fields"]),
        ...(parts.some(({ steps }) => steps.some(({ cause }) => cause === "summarized"))
          ? ["summarize"]
          : []),
      ],
      outline: outlined?.outline ?? NO_OUTLINE,
      isOutlineTruncated: outlined?.isTruncated ?? true,
      summarizer: outcome.summarizer,
      contentFindings: outcome.rules.findings,
      contextSha256: content?.sha256 ?? null,
      durationMicroseconds:
        outcome.startedAt === undefined || !handoff.microseconds
          ? null
          : Math.max(0, handoff.microseconds() - outcome.startedAt),
      notes,
      messages: counts,
    }),
  );
  return { event, content: event && content };
}

const NO_OUTLINE: OutlineEntry[] = [];

function contentOf(
  before: readonly unknown[] | null,
  afterJson: string | null,
): HandoffDescription["content"] {
  if (before === null || afterJson === null) return null;
  const json = `{"before":${plainJson(before)},"after":${afterJson}}`;
  return { sha256: bytesToHex(sha256(utf8ToBytes(json))), json };
}

function summarize(
  parts: readonly HistoryPart[],
  totalTokens: number,
  isIn: (part: HistoryPart) => boolean,
): ContextSummary {
  const here = parts.filter(isIn);
  const agents = [...new Set(here.filter(({ kind }) => kind === "output").map(({ name }) => name))];
  return {
    prior_outputs_count: agents.length,
    observations_count: here.filter(({ name }) => name === "observations").length,
    total_tokens: totalTokens,
    agents_included: agents,
  };
}

/** Counts messages and what was removed of them, by kind and cause. */
function countMessages(
  { history, left }: HistoryOutcome,
  { length: before }: readonly unknown[],
): MessageCounts {
  const counts = new Map<string, MessageCounts["removed"][number]>();
  for (const { parts } of history.messages) {
    for (const part of parts) {
      const cause = causeOfRemoval(part);
      if (cause === null || part.slot.kind === "extra") continue;
      const kind = part.owner.kind === "system" ? "system" : kindOf(part);
      const known = counts.get(`${kind} ${cause}`);
      if (known) known.count += 1;
      else counts.set(`${kind} ${cause}`, { kind, cause, count: 1 });
    }
  }
  const after = left.filter((message) => message !== REMOVED).length;
  return {
    format: history.format.name,
    before,
    after,
    removed: [...counts.values()],
  };
}

function kindOf({ slot, isJsonText }: HistoryPart): string {
  return slot.kind === "text" && isJsonText ? "structured_output" : slot.kind;
}
