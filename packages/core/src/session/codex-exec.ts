import { z } from "zod";
import { readCollaboration } from "./codex-collaboration";
import { CodexUsage } from "./codex-line";
import { CodexMemory } from "./codex-memory";
import { codexSumKey, countCodexUsage } from "./codex-usage";
import { MAIN_AGENT } from "./main-agent";
import type { RecordsResult } from "./read-records";
import { type SessionRecord, sessionRecord, type UsageFacts, usageFacts } from "./session-record";

/** Starts the identities of handoffs that only the output of `codex exec` reports. */
const PRINTED = "codex-exec:";

/** Returns true if the rollout of the session replaces the handoff: both report one run with different IDs. */
export function isPrintedHandoff(eventId: string): boolean {
  return eventId.startsWith(PRINTED);
}

/** Returns true if the handoff is one of a rollout. */
export function isRolloutHandoff(eventId: string): boolean {
  return eventId.startsWith("codex:");
}

const text = z.string().optional().catch(undefined);

const State = z.looseObject({ status: text, message: z.string().nullish().catch(null) });

const ExecLine = z.looseObject({
  type: z.string(),
  thread_id: text,
  usage: CodexUsage.optional().catch(undefined),
  item: z
    .looseObject({ type: text, agents_states: z.record(z.string(), State).optional().catch(undefined) })
    .optional()
    .catch(undefined),
});
type ExecLine = z.infer<typeof ExecLine>;

/**
 * Converts one parsed line of the output of `codex exec --json` to records (`exec_events.rs` of openai/codex
 * at 08a1f30c). The first line names the thread, which is the session; lines have no time and no model. A
 * turn ends with the sum of all calls of the thread so far: the last sum counts, or none if the thread's
 * rollout has the calls themselves. An item `collab_tool_call` starts agents, sends them messages, or
 * contains their responses; these handoffs count if no rollout of the thread has them.
 *
 * @param json one parsed line.
 * @param session session of lines before the thread is named.
 * @param stored `memory` returned for the previous line.
 * @returns the records, or the reason why the line is not an event (`not_an_event`).
 */
export function readCodexExecLine(json: unknown, session: string | null, stored: unknown): RecordsResult {
  const parsed = ExecLine.safeParse(json);
  if (!parsed.success) {
    return { ok: false, problem: { code: "not_an_event", message: "the object has no type that is text" } };
  }
  const { type, item, thread_id, usage } = parsed.data;
  const memory = CodexMemory.from(stored);
  if (type === "thread.started" && thread_id) memory.thread = thread_id;
  const thread = memory.thread ?? session;
  const { handoffs, agents } = readItem(parsed.data, memory);
  const record = sessionRecord({
    eventType: `codex_exec.${item?.type ? `${type}.${item.type}` : type}`,
    sessionId: thread,
    usage: type === "turn.completed" && usage ? toSum(usage, thread) : null,
    // The rollout knows which call started an agent, and the first call that a record names stays.
    agents: agents.map((agent) => ({ ...agent, startedBy: null })),
    isError: type === "turn.failed" || type === "error",
  });
  const others = handoffs.map((handoff) => ({ ...toPrinted(handoff), sessionId: thread }));
  return { ok: true, records: [record, ...others], memory };
}

function toPrinted(record: SessionRecord): SessionRecord {
  const print = (identity: string | null) => (identity === null ? null : `${PRINTED}${identity}`);
  const { identity, handoff } = record;
  const answersIdentity = print(handoff?.answersIdentity ?? null);
  return { ...record, identity: print(identity), handoff: handoff && { ...handoff, answersIdentity } };
}

/** A completed item names the threads of its agents. It has the fields of the rollout's `CollabAgentToolCall`, with other names for states. */
function readItem({ type, item }: ExecLine, memory: CodexMemory): ReturnType<typeof readCollaboration> {
  if (type !== "item.completed" || item?.type !== "collab_tool_call") {
    return { handoffs: [], agents: [], withdrawnHandoff: null };
  }
  const states = Object.entries(item.agents_states ?? {}).map(([threadId, { status = "", message }]) => [
    threadId,
    { [status]: message ?? null },
  ]);
  const reported = { ...item, type: "CollabAgentToolCall", agents_states: Object.fromEntries(states) };
  return readCollaboration("item_completed", { type: "item_completed", item: reported }, memory);
}

function toSum(used: CodexUsage, thread: string | null): UsageFacts {
  return usageFacts({
    ...countCodexUsage(used),
    key: codexSumKey(thread),
    sumKey: codexSumKey(thread),
    agent: MAIN_AGENT,
  });
}
