import type { CodexPayload, CodexUsage } from "./codex-line";
import type { CodexMemory } from "./codex-memory";
import { type UsageFacts, usageFacts } from "./session-record";

/**
 * Reads the usage of a call from its own record (`token_usage_record`) or from a snapshot (`token_count`). A
 * snapshot has the total so far and the usage of the last call, and is often repeated: snapshots with the
 * same total, and a record just before them, are one call. A snapshot with only the total covers the whole
 * rollout, and the last one counts.
 *
 * @param memory stores the recorded call and the number of repeated snapshots.
 * @returns the usage, and the identity of the line, so that a line repeated by a fork adds nothing.
 */
export function readCodexUsage(
  type: string,
  payload: CodexPayload,
  memory: CodexMemory,
): { usage: UsageFacts; identity: string } | null {
  const usage = type === "token_usage_record" ? readRecord(payload, memory) : readSnapshot(payload, memory);
  if (!usage) return null;
  const { key } = usage;
  const count = memory.snapshot?.key === key ? memory.snapshot.count + 1 : 1;
  memory.snapshot = { key, count };
  return { usage, identity: `${key}#${count}` };
}

type KeyedUsage = UsageFacts & { key: string };

function readRecord(
  { response_id, usage, thread_token_usage }: CodexPayload,
  memory: CodexMemory,
): KeyedUsage | null {
  if (!usage || isNothing(usage)) return null;
  const key = response_id ?? keyOf(thread_token_usage, usage, memory);
  memory.recordedCall = { key, usage: describe(usage) };
  return toFacts(key, usage, memory, null);
}

function readSnapshot({ info }: CodexPayload, memory: CodexMemory): KeyedUsage | null {
  const total = info?.total_token_usage;
  const last = info?.last_token_usage;
  const used = last ?? total;
  // After a compaction, a snapshot of a call without usage contains a new estimate of the window.
  if (!info || !used || isNothing(used)) return null;
  if (!last) return toFacts(codexSumKey(memory.thread), used, memory, info.model);
  const { recordedCall } = memory;
  const key = recordedCall?.usage === describe(last) ? recordedCall.key : keyOf(total, last, memory);
  if (key !== recordedCall?.key) memory.recordedCall = null;
  return toFacts(key, last, memory, info.model);
}

function keyOf(total: CodexUsage | undefined, last: CodexUsage, { prefix }: CodexMemory): string {
  return `${prefix}:${total ? describe(total) : `last:${describe(last)}`}`;
}

function describe({ input_tokens, cached_input_tokens, output_tokens, total_tokens }: CodexUsage): string {
  return [input_tokens, cached_input_tokens, output_tokens, total_tokens ?? ""].join("+");
}

function toFacts(
  key: string,
  used: CodexUsage,
  { speaker, model, replay, thread }: CodexMemory,
  reported: string | null | undefined,
): KeyedUsage {
  const facts = usageFacts({
    ...countCodexUsage(used),
    key,
    sumKey: codexSumKey(replay?.thread ?? thread),
    agent: speaker.name,
    agentId: speaker.id,
    model: reported ?? model,
  });
  return { ...facts, key };
}

/** Returns the key of the record that sums the calls of a thread. */
export function codexSumKey(thread: string | null): string {
  return `codex:${thread ?? ""}:sum`;
}

/** Splits usage into the parts that are billed separately. */
export function countCodexUsage(used: CodexUsage) {
  const { input_tokens, cached_input_tokens, cache_write_input_tokens } = used;
  return {
    inputTokens: Math.max(0, input_tokens - cached_input_tokens - cache_write_input_tokens),
    cacheCreationTokens: cache_write_input_tokens,
    cacheReadTokens: cached_input_tokens,
    outputTokens: used.output_tokens,
    reasoningTokens: used.reasoning_output_tokens,
  };
}

export function isNothing({ input_tokens, cached_input_tokens, output_tokens }: CodexUsage): boolean {
  return input_tokens + cached_input_tokens + output_tokens === 0;
}
