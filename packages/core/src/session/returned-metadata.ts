import { z } from "zod";
import { ReturnMetadata } from "../handoff-document/return-metadata";
import { AgentId } from "./agent-id";
import { type RecordsResult, refuseShape } from "./read-records";
import { handoffFacts, type SessionRecord, sessionRecord } from "./session-record";
import { readSuccession } from "./succession";
import { textSize } from "./text-size";

/** Statuses of an agent that did not complete its work. */
export const FAILED_STATUSES = new Set(["failed", "error", "blocked"]);

const text = z.string().min(1).nullish().catch(null);

/** The agent's own name: at the top, or one level below. */
const Origin = z.looseObject({
  session_id: text,
  agent_type: AgentId.nullish().catch(null),
  /** From the first delegating agent to the last; the agent itself can be at its end. */
  delegation_path: z.array(AgentId).nullish().catch(null),
});

const Returned = z.looseObject({
  ...ReturnMetadata.shape,
  ...Origin.shape,
  metadata: Origin.nullish().catch(null),
  started_at: text,
  completed_at: text,
  finished_at: text,
  handoff_path: text,
});

/**
 * Converts an agent's final file (`.return-meta.json`) to records: a return to the delegating agent, with the
 * tokens of its output, if the metadata names both; and a succession if the agent left a handoff document.
 *
 * @param json the parsed document.
 * @param session used if the metadata names none.
 * @returns the records, or the invalid fields (`schema_error`).
 */
export function readReturnedMetadata(json: unknown, session: string | null): RecordsResult {
  const parsed = Returned.safeParse(json);
  if (!parsed.success) return refuseShape(parsed.error, json);
  const { metadata, status, completed_at, finished_at, started_at } = parsed.data;
  const sessionId = metadata?.session_id ?? parsed.data.session_id ?? session;
  const agent = metadata?.agent_type ?? parsed.data.agent_type ?? null;
  const callers = metadata?.delegation_path ?? parsed.data.delegation_path ?? [];
  const caller = (callers.at(-1) === agent ? callers.at(-2) : callers.at(-1)) ?? null;
  const origin = { sessionId, timestamp: completed_at ?? finished_at ?? started_at ?? null };
  const record = sessionRecord({
    ...origin,
    eventType: "return_metadata",
    identity: sessionId === null ? null : `return:${sessionId}:${agent ?? ""}`,
    handoff: readReturn(agent, caller, json),
    isError: FAILED_STATUSES.has(status),
  });
  const path = parsed.data.partial_progress?.handoff_path ?? parsed.data.handoff_path;
  const succession = path
    ? [readSuccession(path, { format: "return_metadata", ...origin }, { fromAgent: agent ?? "unknown" })]
    : [];
  return { ok: true, records: [record, ...succession] };
}

function readReturn(agent: string | null, caller: string | null, json: unknown): SessionRecord["handoff"] {
  if (agent === null || caller === null) return null;
  return handoffFacts({
    kind: "return",
    fromAgent: agent,
    toAgent: caller,
    ...textSize(JSON.stringify(json)),
  });
}
