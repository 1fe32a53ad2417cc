import "server-only";
import { setImmediate } from "node:timers/promises";
import {
  type Database,
  getPolicyVersion,
  getSession,
  listAuditedHandoffs,
  listSessionCompactions,
  listSessionDocuments,
  listSessionErrors,
  listSessionFiles,
  listSessionManifests,
  listSessionTasks,
  readReportedSection,
} from "@baton/db";
import { type AuditActor, recordAudit } from "@baton/db/write";
import {
  chainSessionSteps,
  renderSessionAuditParts,
  SESSION_AUDIT_FORMAT,
  type SessionAudit,
  type SessionStep,
  writeSessionAuditParts,
} from "@baton/server/session-audit";
import { describeError } from "./describe-error";
import { toFile, toStream } from "./file-response";
import { LIST_LIMIT } from "./keep-first";

export const SESSION_EXPORT_FORMATS = ["html", "json"] as const;
type Format = (typeof SESSION_EXPORT_FORMATS)[number];

const FILES = {
  html: { write: renderSessionAuditParts, type: "text/html; charset=utf-8" },
  json: { write: writeSessionAuditParts, type: "application/json" },
} satisfies Record<Format, { write: (audit: SessionAudit) => Iterable<string>; type: string }>;

type Session = NonNullable<Awaited<ReturnType<typeof getSession>>>;
type AuditedHandoff = NonNullable<Awaited<ReturnType<typeof listAuditedHandoffs>>>[number];

/**
 * Exports the audit of a session as a file; null if the session does not exist. Rejects a session too large
 * for a file. Each export adds an entry to the audit log.
 */
export async function exportSession(
  db: Database,
  request: { workspaceId: string; sessionId: string; actor: AuditActor; format: Format },
): Promise<Response | null> {
  const { workspaceId, sessionId, actor, format } = request;
  const session = await getSession(db, { workspaceId, sessionId });
  if (!session) return null;
  const handoffs = await listAuditedHandoffs(db, session);
  if (!handoffs) {
    const message = "This session is too large to export. Use the API to read its handoffs page by page.";
    return new Response(message, { status: 413 });
  }
  const records: SessionAudit["records"] = [];
  for (const record of chainSessionSteps(workspaceId, await listSteps(db, session, handoffs))) {
    records.push(record);
    await giveWay();
  }
  const head = records.at(-1)?.hash ?? "";
  const row = await db.transaction((tx) =>
    recordAudit(tx, {
      workspaceId,
      actor,
      action: "session.export",
      subject: `session ${sessionId}`,
      details: { format, session_id: sessionId, head, records: records.length },
    }),
  );
  const audit: SessionAudit = {
    format: SESSION_AUDIT_FORMAT,
    schema_version: 1,
    workspace_id: workspaceId,
    session_id: sessionId,
    title: session.title,
    records,
    head,
    log_row: row,
  };
  const { write, type } = FILES[format];
  return toFile(toStream(encodeEach(write(audit))), { type, name: `session-${sessionId}`, format });
}

async function* encodeEach(parts: Iterable<string>): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    yield Buffer.from(part);
    await giveWay();
  }
}

/** Yields to other requests, because a session may have tens of megabytes. */
const giveWay = () => setImmediate();

/**
 * Returns all data of a session by time. The session itself, unreadable lines, and the policies that it names
 * come first.
 */
async function listSteps(
  db: Database,
  session: Session,
  handoffs: readonly AuditedHandoff[],
): Promise<SessionStep[]> {
  const [compactions, manifests, tasks, documents, errors, files] = await Promise.all([
    listSessionCompactions(db, session),
    listSessionManifests(db, session),
    listSessionTasks(db, session),
    listSessionDocuments(db, session),
    listSessionErrors(db, session, { maxBytes: Number.POSITIVE_INFINITY }),
    listSessionFiles(db, { ...session, limit: LIST_LIMIT }),
  ]);
  const versions = new Set(handoffs.flatMap(({ handoff }) => handoff.policyVersion ?? []));
  const { workspaceId: _, startedAt, ...known } = session;
  const whole: SessionStep = {
    occurredAt: startedAt.getTime(),
    kind: "session",
    agent: null,
    subject: session.title ?? session.sessionId,
    details: { ...known, startedAt },
  };
  const steps = [
    ...handoffs.map(toHandoffStep),
    ...compactions.map(({ workspaceId: _, occurredAt, agent, ...details }) =>
      toStep("compaction", occurredAt, agent, agent ?? "compaction", details),
    ),
    ...manifests.map(({ occurredAt, ...details }) =>
      toStep("manifest", occurredAt, details.fromAgent, details.artifact, details),
    ),
    ...tasks.map(({ occurredAt, ...details }) =>
      toStep("task", occurredAt, details.fromAgent, details.taskName ?? details.attemptId, details),
    ),
    ...documents.map(({ writtenAt, ...details }) =>
      toStep("document", writtenAt, null, details.path, details),
    ),
    ...errors.map((error) => {
      const { occurredAt, agent, ...details } = describeError(error);
      return toStep("error", occurredAt, agent, details.message ?? details.eventType, details);
    }),
  ].sort((a, b) => a.occurredAt - b.occurredAt);
  const policies = await Promise.all([...versions].map((version) => toPolicyStep(db, session, version)));
  const unread = files
    .filter(({ quarantinedLines }) => quarantinedLines > 0)
    .map(({ path, lines, quarantinedLines }) =>
      toStep("unread_lines", session.startedAt, null, path, { lines, quarantinedLines }),
    );
  return [whole, ...unread, ...policies, ...steps];
}

function toStep(
  kind: SessionStep["kind"],
  at: Date,
  agent: string | null,
  subject: string,
  details: Record<string, unknown>,
): SessionStep {
  return { occurredAt: at.getTime(), kind, agent, subject, details };
}

function toHandoffStep(found: AuditedHandoff): SessionStep {
  const { handoff, outline, isTruncated, line } = found;
  const { workspaceId: _, occurredAt, fromAgent, toAgent, ...known } = handoff;
  const details = { fromAgent, toAgent, ...known, outline, isOutlineTruncated: isTruncated, line };
  return toStep("handoff", occurredAt, fromAgent, `${fromAgent} → ${toAgent}`, details);
}

/** Describes the policy that handoffs name, as it was reported; if it never was, only its version. */
async function toPolicyStep(db: Database, session: Session, version: string): Promise<SessionStep> {
  const stored = await getPolicyVersion(db, { workspaceId: session.workspaceId, version });
  const details = stored
    ? {
        version,
        switch: { enabled: stored.isEnabled, observe: stored.isObserving },
        policy: readReportedSection(stored),
      }
    : { version, policy: null };
  return toStep("policy", session.startedAt, null, `policy ${version.slice(0, 8)}`, details);
}
