import type { AuditAnchor, AuditRecord } from "@baton/server/audit";
import { and, asc, desc, eq, gt, gte, ilike, lt, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { auditHead, auditLog } from "../../schema/index";
import { escapeLike } from "../statement/escape-like";
import { NameFacet, nameFacet } from "../statement/name-facet";
import { selectRows } from "../statement/rows";

/** Entries per query when a whole chain is read. */
const PAGE = 1_000;

/**
 * Yields a workspace's audit log from its first entry on, as it is hashed and exported; with a filter, only
 * matching entries. Reads pages, so that memory does not grow with the log.
 */
export async function* listAuditChain(
  db: Database,
  { workspaceId, filter = {} }: { workspaceId: string; filter?: AuditFilter },
): AsyncGenerator<AuditRecord> {
  for (let after = 0; ; ) {
    const records = await listAuditPage(db, { workspaceId, filter, after });
    yield* records;
    const last = records.at(-1);
    if (!last || records.length < PAGE) return;
    after = last.sequence;
  }
}

/** Returns a page: at most a thousand entries after the entry `after`; 0 starts with the first. */
export async function listAuditPage(
  db: Database,
  { workspaceId, filter = {}, after }: { workspaceId: string; filter?: AuditFilter; after: number },
): Promise<AuditRecord[]> {
  const rows = await db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.workspaceId, workspaceId), gt(auditLog.sequence, after), matches(filter)))
    .orderBy(asc(auditLog.sequence))
    .limit(PAGE);
  return rows.map(toAuditRecord);
}

/** Filters of a list of entries; a missing one does not filter. */
export interface AuditFilter {
  /** Name of the actor. */
  actor?: string | undefined;
  /** One action, or all of a kind: `policy`. */
  action?: string | undefined;
  /** Part of the subject, in any case. */
  subject?: string | undefined;
  from?: Date | undefined;
  /** End of the time range, exclusive. */
  to?: Date | undefined;
}

/**
 * Returns a page of the log (newest first).
 *
 * @param page.before number of the last entry of the previous page; without it, starts with the newest.
 */
export async function listAuditRecords(
  db: Database,
  page: { workspaceId: string; filter?: AuditFilter; before?: number | undefined; limit: number },
): Promise<{ records: AuditRecord[]; nextCursor: number | null }> {
  const { workspaceId, filter = {}, before, limit } = page;
  const rows = await db
    .select()
    .from(auditLog)
    .where(
      and(
        eq(auditLog.workspaceId, workspaceId),
        before === undefined ? undefined : lt(auditLog.sequence, before),
        matches(filter),
      ),
    )
    .orderBy(desc(auditLog.sequence))
    .limit(limit + 1);
  const records = rows.slice(0, limit).map(toAuditRecord);
  return { records, nextCursor: rows.length > limit ? (records.at(-1)?.sequence ?? null) : null };
}

const Facets = z.object({ actors: NameFacet, actions: NameFacet });

/** Returns the possible filters: actors and actions. */
export async function getAuditFacets(
  db: Database,
  { workspaceId }: { workspaceId: string },
): Promise<z.output<typeof Facets>> {
  const ofWorkspace = sql`from audit_log where workspace_id = ${workspaceId}`;
  const [facets] = await selectRows(
    db,
    Facets,
    sql`select ${nameFacet(sql`select actor_name as name ${ofWorkspace}`)} as actors,
      ${nameFacet(sql`select action as name ${ofWorkspace}`)} as actions`,
  );
  if (!facets) throw new Error("a select without from gives one row");
  return facets;
}

function matches({ actor, action, subject, from, to }: AuditFilter): SQL | undefined {
  return and(
    actor === undefined ? undefined : eq(auditLog.actorName, actor),
    action === undefined
      ? undefined
      : or(eq(auditLog.action, action), ilike(auditLog.action, `${escapeLike(action)}.%`)),
    subject === undefined ? undefined : ilike(auditLog.subject, `%${escapeLike(subject)}%`),
    from && gte(auditLog.occurredAt, from),
    to && lt(auditLog.occurredAt, to),
  );
}

/** Returns the separately stored last entry of the log; null if the log is empty. */
export async function getAuditHead(
  db: Database,
  { workspaceId }: { workspaceId: string },
): Promise<AuditAnchor | null> {
  const [head] = await db
    .select({ sequence: auditHead.sequence, hash: auditHead.hash })
    .from(auditHead)
    .where(eq(auditHead.workspaceId, workspaceId));
  return head ?? null;
}

/** Returns the IDs of all workspaces with a log, including deleted ones. */
export async function listAuditedWorkspaces(db: Database): Promise<string[]> {
  const rows = await db
    .select({ workspaceId: auditHead.workspaceId })
    .from(auditHead)
    .orderBy(asc(auditHead.workspaceId));
  return rows.map(({ workspaceId }) => workspaceId);
}

/** Converts a row to the form that is hashed. */
function toAuditRecord(row: typeof auditLog.$inferSelect): AuditRecord {
  return {
    workspace_id: row.workspaceId,
    sequence: row.sequence,
    occurred_at: row.occurredAt.toISOString(),
    actor_id: row.actorId,
    actor_name: row.actorName,
    action: row.action,
    subject: row.subject,
    details: row.details,
    previous_hash: row.previousHash,
    hash: row.hash,
  };
}
