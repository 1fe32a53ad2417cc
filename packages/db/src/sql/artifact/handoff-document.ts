import type { Finding } from "@baton/core";
import { chainHandoffs, MIN_SCORE, type StalenessLevel } from "@baton/core/handoff-document";
import { pathBelow } from "@baton/core/internal";
import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  ilike,
  isNull,
  lt,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { Database } from "../../client";
import { handoffDocument, ProgressDetails, progressFile } from "../../schema/index";
import { escapeLike } from "../statement/escape-like";
import { firstNames } from "../statement/first-names";
import { DOCUMENT_LIMIT, LIST_LIMIT, TEXT_LIMIT } from "../statement/limits";
import { NameFacet, nameFacet } from "../statement/name-facet";
import { selectRows } from "../statement/rows";

/** Start of the next page of handoff documents. */
interface HandoffDocumentCursor {
  writtenAt: Date;
  documentId: string;
}

interface HandoffDocumentFilter {
  /** True if it has the required score of 70. */
  isGood?: boolean | undefined;
  /** `unknown` if git was not available. */
  staleness?: StalenessLevel | "unknown" | undefined;
  /** Filters by a finding code; `errors` matches any error. */
  finding?: string | undefined;
  phase?: string | undefined;
  projectRoot?: string | undefined;
  /** Part of the title, the task or the path. */
  search?: string | undefined;
}

function beginningOf(column: AnyPgColumn): SQL<string | null> {
  return sql<string | null>`left(${column}, ${sql.raw(String(TEXT_LIMIT))})`;
}

const LISTED_COLUMNS = {
  documentId: handoffDocument.documentId,
  path: handoffDocument.path,
  projectRoot: handoffDocument.projectRoot,
  taskFolder: handoffDocument.taskFolder,
  title: beginningOf(handoffDocument.title),
  task: beginningOf(handoffDocument.task),
  phase: beginningOf(handoffDocument.phase),
  predecessor: beginningOf(handoffDocument.predecessor),
  commit: beginningOf(handoffDocument.commit),
  branch: beginningOf(handoffDocument.branch),
  score: handoffDocument.score,
  errorCount: handoffDocument.errorCount,
  warningCount: handoffDocument.warningCount,
  tokens: handoffDocument.tokens,
  lineCount: handoffDocument.lineCount,
  staleness: handoffDocument.staleness,
  stalenessReasons: firstNames(handoffDocument.stalenessReasons, { limit: 10, letters: 500 }),
  checkedAt: handoffDocument.checkedAt,
  supersededAt: handoffDocument.supersededAt,
  writtenAt: handoffDocument.writtenAt,
};

/** Returns a page of current handoff documents, newest first, without their texts. */
export async function listHandoffDocuments(
  db: Database,
  query: {
    workspaceId: string;
    filter?: HandoffDocumentFilter;
    cursor?: HandoffDocumentCursor | undefined;
    limit: number;
  },
) {
  const { workspaceId, filter = {}, cursor, limit } = query;
  const rows = await db
    .select(LISTED_COLUMNS)
    .from(handoffDocument)
    .where(
      and(
        eq(handoffDocument.workspaceId, workspaceId),
        isNull(handoffDocument.supersededAt),
        matches(filter),
        cursor &&
          sql`(${handoffDocument.writtenAt}, ${handoffDocument.documentId}) < (${cursor.writtenAt.toISOString()}::timestamptz, ${cursor.documentId})`,
      ),
    )
    .orderBy(desc(handoffDocument.writtenAt), desc(handoffDocument.documentId))
    .limit(limit + 1);
  const documents = rows.slice(0, limit);
  const last = documents.at(-1);
  const nextCursor: HandoffDocumentCursor | null =
    last && rows.length > limit ? { writtenAt: last.writtenAt, documentId: last.documentId } : null;
  return { documents, nextCursor };
}

function matches({ isGood, staleness, finding, phase, projectRoot, search }: HandoffDocumentFilter) {
  const { score } = handoffDocument;
  return and(
    isGood === undefined ? undefined : isGood ? gte(score, MIN_SCORE) : lt(score, MIN_SCORE),
    staleness &&
      (staleness === "unknown"
        ? isNull(handoffDocument.staleness)
        : eq(handoffDocument.staleness, staleness)),
    finding === "errors" ? gt(handoffDocument.errorCount, 0) : hasFinding(finding),
    phase === undefined ? undefined : eq(handoffDocument.phase, phase),
    projectRoot === undefined ? undefined : eq(handoffDocument.projectRoot, projectRoot),
    contains(search),
  );
}

function hasFinding(code: string | undefined): SQL | undefined {
  return code === undefined
    ? undefined
    : sql`${handoffDocument.findings} @> ${JSON.stringify([{ code }])}::text::jsonb`;
}

function contains(search: string | undefined): SQL | undefined {
  if (!search) return undefined;
  const pattern = `%${escapeLike(search)}%`;
  const { title, task, path } = handoffDocument;
  return or(ilike(title, pattern), ilike(task, pattern), ilike(path, pattern));
}

const Facets = z.object({
  projectRoots: NameFacet,
  phases: NameFacet,
  codes: NameFacet,
});

/** Returns filter values for the handoff documents of a workspace: projects, phases and finding codes. */
export async function getHandoffDocumentFacets(
  db: Database,
  { workspaceId }: { workspaceId: string },
): Promise<z.output<typeof Facets>> {
  const [facets] = await selectRows(
    db,
    Facets,
    sql`with standing as (
        select * from handoff_document where workspace_id = ${workspaceId} and superseded_at is null)
      select ${nameFacet(sql`select project_root as name from standing`)} as "projectRoots",
        ${nameFacet(sql`select phase as name from standing`)} as phases,
        ${nameFacet(sql`select finding ->> 'code' as name from standing,
          lateral jsonb_array_elements(findings) finding`)} as codes`,
  );
  if (!facets) throw new Error("a select without from gives one row");
  return facets;
}

/** Returns a handoff document as stored; null if it does not exist. */
export async function getHandoffDocument(
  db: Database,
  { workspaceId, documentId }: { workspaceId: string; documentId: string },
) {
  const rows = await db
    .select()
    .from(handoffDocument)
    .where(and(eq(handoffDocument.workspaceId, workspaceId), eq(handoffDocument.documentId, documentId)));
  return rows[0] ?? null;
}

/** Lists all versions of a file, newest first. */
export async function listHandoffDocumentVersions(
  db: Database,
  { workspaceId, sourceFileId }: { workspaceId: string; sourceFileId: number },
) {
  return db
    .select(LISTED_COLUMNS)
    .from(handoffDocument)
    .where(and(eq(handoffDocument.workspaceId, workspaceId), eq(handoffDocument.sourceFileId, sourceFileId)))
    .orderBy(desc(handoffDocument.ingestedAt), desc(handoffDocument.documentId))
    .limit(LIST_LIMIT);
}

type ListedHandoffDocument = Awaited<ReturnType<typeof listHandoffDocuments>>["documents"][number];

/**
 * Returns the predecessors and successors of a document, newest first. The findings are `handoff_cycle` and
 * `dead_predecessor` of this chain.
 *
 * @param path absolute path of a current document; otherwise finds nothing.
 */
export async function getHandoffChain(
  db: Database,
  { workspaceId, projectRoot, path }: { workspaceId: string; projectRoot: string; path: string },
): Promise<{ documents: ListedHandoffDocument[]; findings: Finding[] }> {
  const listed = await db
    .select(LISTED_COLUMNS)
    .from(handoffDocument)
    .where(
      and(
        eq(handoffDocument.workspaceId, workspaceId),
        eq(handoffDocument.projectRoot, projectRoot),
        isNull(handoffDocument.supersededAt),
      ),
    )
    .orderBy(desc(handoffDocument.writtenAt), desc(handoffDocument.documentId))
    .limit(LIST_LIMIT);
  const below = (file: string) => pathBelow(file, projectRoot);
  const byPath = new Map(listed.map((document) => [below(document.path), document]));
  const links = [...byPath].map(([link, { predecessor, writtenAt }]) => ({
    path: link,
    predecessor,
    createdAt: writtenAt.getTime(),
  }));
  const { chains, findings } = chainHandoffs(links);
  const chain = chains.find((paths) => paths.includes(below(path))) ?? [];
  const pointers = new Set(
    links.flatMap((link, index) => (chain.includes(link.path) ? [`/${index}/predecessor`] : [])),
  );
  return {
    documents: chain.flatMap((link) => byPath.get(link) ?? []),
    findings: findings.filter((finding) => pointers.has(finding.path)),
  };
}

const { text: _, details, ...TOLD_OF_PROGRESS } = getTableColumns(progressFile);
const detailBytes = sql`octet_length(${details}::text)`;
const PROGRESS_COLUMNS = {
  ...TOLD_OF_PROGRESS,
  details: sql`case when ${detailBytes} <= ${DOCUMENT_LIMIT}::int then ${details} end`.mapWith(
    (stored: unknown) => ProgressDetails.nullable().parse(stored),
  ),
  isTooLarge: sql<boolean>`coalesce(${detailBytes} > ${DOCUMENT_LIMIT}::int, false)`,
};

/**
 * Returns the progress files of a handoff document, without their texts: those of its phase in its task
 * folder, and those there without a phase.
 */
export async function listHandoffProgress(
  db: Database,
  { workspaceId, taskFolder, phase }: { workspaceId: string; taskFolder: string; phase: string | null },
) {
  return db
    .select(PROGRESS_COLUMNS)
    .from(progressFile)
    .where(
      and(
        eq(progressFile.workspaceId, workspaceId),
        eq(progressFile.taskFolder, taskFolder),
        isNull(progressFile.supersededAt),
        phase === null ? undefined : or(isNull(progressFile.phase), eq(progressFile.phase, phase)),
      ),
    )
    .orderBy(asc(progressFile.kind), asc(progressFile.path))
    .limit(LIST_LIMIT);
}
