import { z } from "zod";
import { type RecordsResult, refuseShape } from "./read-records";
import { FAILED_STATUSES } from "./returned-metadata";
import { sessionRecord } from "./session-record";
import { shortenTitle } from "./session-title";

const text = z.string().min(1).nullish().catch(null);

const OrchestratorHandoff = z.looseObject({
  status: z.string(),
  summary: text,
  session_id: text,
});

/**
 * Converts an agent's file for the orchestrator of its task (`.orchestrator-handoff.json`: status, summary,
 * artifacts, blockers, next step) to a record. It names no agents, so it is not a handoff.
 *
 * @param json the parsed document.
 * @param session used if the document names none.
 * @returns the record, or the invalid fields (`schema_error`).
 */
export function readOrchestratorHandoff(json: unknown, session: string | null): RecordsResult {
  const parsed = OrchestratorHandoff.safeParse(json);
  if (!parsed.success) return refuseShape(parsed.error, json);
  const { status, summary, session_id } = parsed.data;
  const record = sessionRecord({
    eventType: "orchestrator_handoff",
    sessionId: session_id ?? session,
    title: shortenTitle(summary),
    isError: FAILED_STATUSES.has(status),
  });
  return { ok: true, records: [record] };
}
