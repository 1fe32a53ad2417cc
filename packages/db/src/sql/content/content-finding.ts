import { and, desc, eq, getTableColumns, gte, lt, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { contentFinding } from "../../schema/index";
import { selectRows } from "../statement/rows";

/** Conditions of a list of findings; all of them must be true. */
interface ContentFindingFilter {
  workspaceId: string;
  sessionId?: string | undefined;
  /** The handoff that passed the text on. */
  eventId?: string | undefined;
  ruleId?: string | undefined;
  /** The sender or the receiver. */
  agent?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  start?: Date | undefined;
  end?: Date | undefined;
}

/** Place of a finding in the list, after which the next page starts. */
interface ContentFindingCursor {
  /** Milliseconds since 1970. */
  occurredAt: number;
  sourceFileId: number;
  generation: number;
  sequence: number;
  ordinal: number;
  number: number;
}

const { workspaceId: _, ...COLUMNS } = getTableColumns(contentFinding);
const ORDER = [
  contentFinding.occurredAt,
  contentFinding.sourceFileId,
  contentFinding.generation,
  contentFinding.sequence,
  contentFinding.ordinal,
  contentFinding.number,
];

/** The manifest or progress file that a finding of no session is in. */
const FindingDocument = z.object({
  kind: z.enum(["manifest", "progress_file"]),
  documentId: z.string(),
  path: z.string(),
});
type FindingDocument = z.output<typeof FindingDocument>;

/** Returns a page of findings, newest first, with the documents that they are in. */
export async function listContentFindings(
  db: Database,
  {
    cursor,
    limit,
    ...filter
  }: ContentFindingFilter & { cursor?: ContentFindingCursor | undefined; limit: number },
) {
  const rows = await db
    .select(COLUMNS)
    .from(contentFinding)
    .where(
      and(
        matches(filter),
        cursor &&
          sql`(${sql.join(ORDER, sql`, `)}) < (${new Date(cursor.occurredAt).toISOString()}::timestamptz,
            ${cursor.sourceFileId}::bigint, ${cursor.generation}::int, ${cursor.sequence}::bigint, ${cursor.ordinal}::int,
            ${cursor.number}::int)`,
      ),
    )
    .orderBy(...ORDER.map((column) => desc(column)))
    .limit(limit + 1);
  const findings = rows.slice(0, limit);
  const last = findings.at(-1);
  const nextCursor: ContentFindingCursor | null =
    last && rows.length > limit
      ? {
          occurredAt: last.occurredAt.getTime(),
          sourceFileId: last.sourceFileId,
          generation: last.generation,
          sequence: last.sequence,
          ordinal: last.ordinal,
          number: last.number,
        }
      : null;
  const documents = await findDocuments(db, filter.workspaceId, findings);
  return {
    findings: findings.map((finding, index) => ({ ...finding, document: documents.get(index) ?? null })),
    nextCursor,
  };
}

/**
 * Finds the manifests and progress files of findings by file and time, for the index of each finding. Uses the last of
 * several versions with the same time.
 */
async function findDocuments(
  db: Database,
  workspaceId: string,
  findings: readonly { sessionId: string | null; sourceFileId: number; occurredAt: Date }[],
): Promise<Map<number, FindingDocument>> {
  const wanted = findings.flatMap(({ sessionId, sourceFileId, occurredAt }, index) =>
    sessionId === null ? [{ index, file: sourceFileId, at: occurredAt }] : [],
  );
  if (wanted.length === 0) return new Map();
  const isWanted = sql`workspace_id = ${workspaceId} and source_file_id = wanted.file and written_at = wanted.at`;
  const rows = await selectRows(
    db,
    FindingDocument.extend({ index: z.number() }),
    sql`select wanted.index, found.*
      from json_to_recordset(${JSON.stringify(wanted)}::text::json) as wanted(index int, file bigint, at timestamptz),
      lateral (select 'manifest' as kind, manifest_id as "documentId", path, ingested_at from manifest where ${isWanted}
        union all select 'progress_file', document_id, path, ingested_at from progress_file where ${isWanted}
        order by ingested_at desc limit 1) found`,
  );
  return new Map(rows.map(({ index, ...document }) => [index, document]));
}

/** Sums findings by rule, pair, action and source, most matches first. */
export async function sumContentFindings(
  db: Database,
  { limit, ...filter }: ContentFindingFilter & { limit: number },
) {
  const { ruleId, detector, action, source, fromAgent, toAgent, eventId, sessionId } = contentFinding;
  const matchCount = sql<number>`sum(${contentFinding.matchCount})::float8`;
  return db
    .select({
      ruleId,
      detector,
      action,
      source,
      fromAgent,
      toAgent,
      matchCount,
      handoffCount: sql<number>`count(distinct ${eventId})::float8`,
      sessionCount: sql<number>`count(distinct ${sessionId})::float8`,
      lastAt: sql<Date>`max(${contentFinding.occurredAt})`.mapWith(contentFinding.occurredAt),
    })
    .from(contentFinding)
    .where(matches(filter))
    .groupBy(ruleId, detector, action, source, fromAgent, toAgent)
    .orderBy(desc(matchCount), ruleId)
    .limit(limit);
}

function matches({ workspaceId, agent, ...filter }: ContentFindingFilter): SQL | undefined {
  const { sessionId, eventId, ruleId, from, to, start, end } = filter;
  return and(
    eq(contentFinding.workspaceId, workspaceId),
    sessionId === undefined ? undefined : eq(contentFinding.sessionId, sessionId),
    eventId === undefined ? undefined : eq(contentFinding.eventId, eventId),
    ruleId === undefined ? undefined : eq(contentFinding.ruleId, ruleId),
    agent === undefined
      ? undefined
      : or(eq(contentFinding.fromAgent, agent), eq(contentFinding.toAgent, agent)),
    from === undefined ? undefined : eq(contentFinding.fromAgent, from),
    to === undefined ? undefined : eq(contentFinding.toAgent, to),
    start && gte(contentFinding.occurredAt, start),
    end && lt(contentFinding.occurredAt, end),
  );
}
