import { z } from "zod";
import { AgentId } from "./agent-id";
import { type RecordsResult, refuseShape } from "./read-records";
import { handoffFacts, type SessionRecord, sessionRecord } from "./session-record";

const HEADING = /^## (\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}) - (\S.*?) (?:→|->) (\S.*)$/;
const FIELD = /^\*\*(Task ID|Status):\*\* (\S.*)$/;

const Entry = z.object({
  at: z.string(),
  from: AgentId,
  to: AgentId,
  task: z.string().nullable(),
  status: z.string().nullable(),
});
const HandoffLog = z.object({ entries: z.array(Entry) });

/**
 * Converts the entries of a Markdown handoff log to JSON: `## 2025-11-23 20:56 - curator → writer-editor`,
 * followed by `**Task ID:** …` and `**Status:** …`. Times are UTC; other text is ignored.
 */
export function handoffLogToJson(text: string): { ok: true; json: string } {
  const entries: z.infer<typeof Entry>[] = [];
  for (const line of text.split(/\r?\n/)) {
    const heading = HEADING.exec(line.trimEnd());
    if (heading) {
      const [, day = "", time = "", from = "", to = ""] = heading;
      entries.push({ at: `${day}T${time}:00Z`, from, to, task: null, status: null });
      continue;
    }
    const [, name, value = ""] = FIELD.exec(line.trimEnd()) ?? [];
    const entry = entries.at(-1);
    if (!entry) continue;
    if (name === "Task ID") entry.task = value;
    if (name === "Status") entry.status = value;
  }
  return { ok: true, json: JSON.stringify({ entries }) };
}

/**
 * Converts a handoff log (`handoffLogToJson`) to records: the log itself, and one handoff per entry, in the
 * session of its task. Sizes are not recorded. An entry counts once, even if its log is read again.
 *
 * @returns the records, or the invalid fields (`schema_error`).
 */
export function readHandoffLog(json: unknown): RecordsResult {
  const parsed = HandoffLog.safeParse(json);
  if (!parsed.success) return refuseShape(parsed.error, json);
  const entries: SessionRecord[] = parsed.data.entries.map(({ at, from, to, task, status }) =>
    sessionRecord({
      eventType: "handoff_log.entry",
      identity: `handoff-log:${JSON.stringify([at, from, to, task])}`,
      sessionId: task,
      timestamp: at,
      isError: status !== null && /^(?:failed|error|blocked)\b/i.test(status),
      handoff: handoffFacts({ kind: "delegation", fromAgent: from, toAgent: to }),
    }),
  );
  return { ok: true, records: [sessionRecord({ eventType: "handoff_log" }), ...entries] };
}
