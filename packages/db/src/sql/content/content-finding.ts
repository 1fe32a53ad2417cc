import { and, desc, eq, getTableColumns, gte, lt, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../client";
import { contentFinding } from "../../schema/index";

/** Conditions of a list of findings; all of them must be true. */
export interface ContentFindingFilter {
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
export interface ContentFindingCursor {
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

/** Returns a page of findings, newest first. */
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
  return { findings, nextCursor };
}
export type ListedContentFinding = Awaited<ReturnType<typeof listContentFindings>>["findings"][number];

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
