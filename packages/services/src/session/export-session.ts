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
  listSessionLeaks,
  listSessionManifests,
  listSessionTasks,
  readReportedSection,
} from "@baton/db";
import { type AuditActor, recordAudit } from "@baton/db/write";
import {
  chainSessionSteps,
  describeError,
  keepRelevantRules,
  SESSION_AUDIT_FORMAT,
  type SessionAudit,
  type SessionStep,
} from "@baton/server/session-audit";

type Session = NonNullable<Awaited<ReturnType<typeof getSession>>>;
type AuditedHandoff = NonNullable<Awaited<ReturnType<typeof listAuditedHandoffs>>>[number];

export type ExportedSession = SessionAudit | "missing" | "too_large";

/**
 * Collects the audit of a session for a file. Each export adds an entry to the audit log.
 *
 * @param request.format name of the file's format, for the entry.
 */
export async function exportSession(
  db: Database,
  request: { workspaceId: string; sessionId: string; actor: AuditActor; format: string },
): Promise<ExportedSession> {
  const { workspaceId, sessionId, actor, format } = request;
  const session = await getSession(db, { workspaceId, sessionId });
  if (!session) return "missing";
  const handoffs = await listAuditedHandoffs(db, session);
  if (!handoffs || session.leakCount > MAX_LEAKS) return "too_large";
  const records: SessionAudit["records"] = [];
  for (const record of chainSessionSteps(workspaceId, await listSteps(db, session, handoffs))) {
    records.push(record);
    // Lets other requests proceed: a session may have tens of megabytes.
    await setImmediate();
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
  return {
    format: SESSION_AUDIT_FORMAT,
    schema_version: 1,
    workspace_id: workspaceId,
    session_id: sessionId,
    title: session.title,
    records,
    head,
    log_row: row,
  };
}

/** Maximum files to list with unread lines, and maximum leaks of a session to export. */
const [MAX_FILES, MAX_LEAKS] = [200, 10_000];

/**
 * Returns all data of a session by time. The session itself, unreadable lines, and the policies that it names
 * come first.
 */
async function listSteps(
  db: Database,
  session: Session,
  handoffs: readonly AuditedHandoff[],
): Promise<SessionStep[]> {
  const [compactions, manifests, tasks, documents, errors, leaks, files] = await Promise.all([
    listSessionCompactions(db, session),
    listSessionManifests(db, session),
    listSessionTasks(db, session),
    listSessionDocuments(db, session),
    listSessionErrors(db, session, { maxBytes: Number.POSITIVE_INFINITY }),
    listSessionLeaks(db, {
      workspaceId: session.workspaceId,
      sessionId: session.sessionId,
      limit: MAX_LEAKS,
    }),
    listSessionFiles(db, { ...session, limit: MAX_FILES }),
  ]);
  const agents = new Set(
    handoffs.flatMap(({ handoff }) => [handoff.fromAgent, handoff.toAgent]).filter((agent) => agent !== null),
  );
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
    ...leaks.map(({ workspaceId: _, occurredAt, name, ...details }) =>
      toStep("leak", occurredAt, details.toAgent, `${details.field} reached ${details.toAgent}`, details),
    ),
    ...errors.map((error) => {
      const { occurredAt, agent, ...details } = describeError(error);
      return toStep("error", occurredAt, agent, details.message ?? details.eventType, details);
    }),
  ].sort((a, b) => a.occurredAt - b.occurredAt);
  const policies = await Promise.all(
    [...versions].map((version) => toPolicyStep(db, session, { version, agents })),
  );
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

/**
 * Describes the policy that handoffs name, as it was reported, without rules for other agents; if it never was
 * reported, only its version.
 */
async function toPolicyStep(
  db: Database,
  session: Session,
  { version, agents }: { version: string; agents: ReadonlySet<string> },
): Promise<SessionStep> {
  const stored = await getPolicyVersion(db, { workspaceId: session.workspaceId, version });
  const details = stored
    ? {
        version,
        switch: { enabled: stored.isEnabled, observe: stored.isObserving },
        ...keepRelevantRules(readReportedSection(stored), agents),
      }
    : { version, policy: null };
  return toStep("policy", session.startedAt, null, `policy ${version.slice(0, 8)}`, details);
}
