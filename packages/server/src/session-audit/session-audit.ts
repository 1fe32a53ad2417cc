import { z } from "zod";
import { AuditRecord, chainAuditRecord } from "../audit/audit-record";

export const SESSION_AUDIT_FORMAT = "baton.session-audit";

/**
 * The audit of one session as a file: its steps in a chain of hashes, as in the audit
 * log, and the audit log entry of the export, with the hash of the chain's last record.
 */
export const SessionAudit = z.strictObject({
  format: z.literal(SESSION_AUDIT_FORMAT),
  schema_version: z.literal(1),
  workspace_id: z.string(),
  session_id: z.string(),
  title: z.string().nullable(),
  /** The first record describes the session as a whole; `details` of each is JSON as text. */
  records: z.array(AuditRecord).min(1),
  /** The hash of the last record. */
  head: z.string(),
  /** Its `details` hold `head`. */
  log_row: AuditRecord,
});
export type SessionAudit = z.infer<typeof SessionAudit>;

/** One step of a session, before it is added to the chain. */
export interface SessionStep {
  /** Milliseconds since 1970. */
  readonly occurredAt: number;
  readonly kind:
    | "session"
    | "unread_lines"
    | "policy"
    | "handoff"
    | "leak"
    | "compaction"
    | "manifest"
    | "task"
    | "document"
    | "error";
  /** The agent of the step; null without one. */
  readonly agent: string | null;
  readonly subject: string;
  /** Any JSON. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** Chains the steps of a session, in their order. */
export function* chainSessionSteps(
  workspaceId: string,
  steps: Iterable<SessionStep>,
): Generator<AuditRecord, void> {
  let last: AuditRecord | null = null;
  for (const { occurredAt, kind, agent, subject, details } of steps) {
    const record = {
      workspace_id: workspaceId,
      occurred_at: new Date(occurredAt).toISOString(),
      actor_id: agent,
      actor_name: agent ?? "",
      action: `session.${kind}`,
      subject,
      details: JSON.stringify(details),
    };
    last = chainAuditRecord(record, last);
    yield last;
  }
}
