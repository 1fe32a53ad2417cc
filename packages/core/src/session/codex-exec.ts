import { z } from "zod";
import { CodexUsage } from "./codex-line";
import { codexSumKey, countCodexUsage } from "./codex-usage";
import { MAIN_AGENT } from "./main-agent";
import type { RecordsResult } from "./read-records";
import { sessionRecord, type UsageFacts, usageFacts } from "./session-record";

const text = z.string().optional().catch(undefined);

const ExecLine = z.looseObject({
  type: z.string(),
  thread_id: text,
  usage: CodexUsage.optional().catch(undefined),
  item: z.looseObject({ type: text }).optional().catch(undefined),
});

const Memory = z.object({ thread: z.string() });

/**
 * Turns one parsed line of what `codex exec --json` prints into a record. The first line names the thread,
 * which is the session; no line has a time or a model. A turn ends with the sum of all calls of the thread so
 * far: the last one counts, and none does where the thread's rollout tells of the calls themselves.
 *
 * @param json one line, parsed.
 * @param session that of lines before the thread is named.
 * @param stored what the line before left as `memory`.
 * @returns the record, or why the line is none (`not_an_event`).
 */
export function readCodexExecLine(json: unknown, session: string | null, stored: unknown): RecordsResult {
  const parsed = ExecLine.safeParse(json);
  if (!parsed.success) {
    return { ok: false, problem: { code: "not_an_event", message: "the object has no text type" } };
  }
  const { type, item, thread_id, usage } = parsed.data;
  const memory =
    type === "thread.started" && thread_id ? { thread: thread_id } : Memory.safeParse(stored).data;
  const thread = memory?.thread ?? session;
  const record = sessionRecord({
    eventType: `codex_exec.${item?.type ? `${type}.${item.type}` : type}`,
    sessionId: thread,
    usage: type === "turn.completed" && usage ? toSum(usage, thread) : null,
    isError: type === "turn.failed" || type === "error",
  });
  return { ok: true, records: [record], memory };
}

function toSum(used: CodexUsage, thread: string | null): UsageFacts {
  return usageFacts({
    ...countCodexUsage(used),
    key: codexSumKey(thread),
    sumKey: codexSumKey(thread),
    agent: MAIN_AGENT,
  });
}
