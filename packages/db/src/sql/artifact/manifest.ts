import {
  type ArtifactAddress,
  type ArtifactType,
  isSameScope,
  parseArtifactAddress,
  type RolloutPhase,
} from "@baton/core/manifest";
import type { AlertLevel } from "@baton/core/tokens";
import { and, asc, desc, eq, gt, gte, ilike, inArray, isNull, lt, lte, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { manifest } from "../../schema/index";
import { hasLevel } from "../savings/savings-manifests";
import { escapeLike } from "../statement/escape-like";
import { LIST_LIMIT } from "../statement/limits";
import { NameFacet, nameFacet } from "../statement/name-facet";
import { selectRows } from "../statement/rows";
import { type ReviewState, reviewState } from "./manifest-review";

/** Start of the next page of manifests. */
interface ManifestCursor {
  writtenAt: Date;
  manifestId: string;
}

interface ManifestFilter {
  agent?: string | undefined;
  type?: ArtifactType | undefined;
  phase?: RolloutPhase | undefined;
  /** Filters by a finding code; `errors` matches any error. */
  finding?: string | undefined;
  /** Part of the scope or of the path, or the address of a version (`artifact://agent/scope@2`). */
  search?: string | undefined;
  review?: ReviewState | undefined;
  /** Time range in which they were written, without its end. */
  start?: Date | undefined;
  end?: Date | undefined;
  /** Filters by the level of the handoff budget, in tokens. */
  level?: { level: AlertLevel; handoffTokens: number } | undefined;
  /** Filters by manifests that the gate blocked. */
  isStopped?: boolean | undefined;
}

const LISTED_COLUMNS = {
  manifestId: manifest.manifestId,
  path: manifest.path,
  projectRoot: manifest.projectRoot,
  fromAgent: manifest.fromAgent,
  artifactType: manifest.artifactType,
  scope: manifest.scope,
  manifestTokens: manifest.manifestTokens,
  requiredReadingTokens: manifest.requiredReadingTokens,
  detailTokens: manifest.detailTokens,
  errorCount: manifest.errorCount,
  warningCount: manifest.warningCount,
  phase: manifest.phase,
  hasPassed: manifest.hasPassed,
  writtenAt: manifest.writtenAt,
  supersededAt: manifest.supersededAt,
  sha256: manifest.sha256,
  review: reviewState,
};

/** Returns a page of current manifests, newest first, without their documents. */
export async function listManifests(
  db: Database,
  query: {
    workspaceId: string;
    filter?: ManifestFilter;
    cursor?: ManifestCursor | undefined;
    limit: number;
  },
) {
  const { workspaceId, filter = {}, cursor, limit } = query;
  const address = parseArtifactAddress(filter.search ?? "");
  const named = address && (await findManifestVersion(db, { workspaceId, address }));
  if (address && !named) return { manifests: [], nextCursor: null };
  const rows = await db
    .select(LISTED_COLUMNS)
    .from(manifest)
    .where(
      and(
        eq(manifest.workspaceId, workspaceId),
        // An address can name an earlier content of a path.
        named ? eq(manifest.manifestId, named) : isNull(manifest.supersededAt),
        ...matchesFilter(named ? { ...filter, search: undefined } : filter),
        cursor &&
          sql`(${manifest.writtenAt}, ${manifest.manifestId}) < (${cursor.writtenAt.toISOString()}::timestamptz, ${cursor.manifestId})`,
      ),
    )
    .orderBy(desc(manifest.writtenAt), desc(manifest.manifestId))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const nextCursor: ManifestCursor | null =
    last && rows.length > limit ? { writtenAt: last.writtenAt, manifestId: last.manifestId } : null;
  return { manifests: page, nextCursor };
}

function matchesFilter(filter: ManifestFilter): (SQL | undefined)[] {
  const { agent, type, phase, finding, search, review, start, end, level, isStopped } = filter;
  return [
    agent === undefined ? undefined : eq(manifest.fromAgent, agent),
    type && eq(manifest.artifactType, type),
    phase && eq(manifest.phase, phase),
    finding === "errors" ? gt(manifest.errorCount, 0) : hasFinding(finding),
    search ? contains(search) : undefined,
    review && sql`${reviewState} = ${review}`,
    start && gte(manifest.writtenAt, start),
    end && lt(manifest.writtenAt, end),
    level && hasLevel(level.level, level),
    isStopped ? eq(manifest.hasPassed, false) : undefined,
  ];
}

function hasFinding(code: string | undefined): SQL | undefined {
  return code === undefined
    ? undefined
    : sql`${manifest.findings} @> ${JSON.stringify([{ code }])}::text::jsonb`;
}

function contains(search: string): SQL | undefined {
  const pattern = `%${escapeLike(search)}%`;
  return or(ilike(manifest.scope, pattern), ilike(manifest.path, pattern));
}

const Facets = z.object({ agents: NameFacet, codes: NameFacet });

/** Returns filter values for the manifests of a workspace: sending agents and finding codes. */
export async function getManifestFacets(
  db: Database,
  { workspaceId }: { workspaceId: string },
): Promise<z.output<typeof Facets>> {
  const status = sql`from manifest where workspace_id = ${workspaceId} and superseded_at is null`;
  const [facets] = await selectRows(
    db,
    Facets,
    sql`select ${nameFacet(sql`select from_agent as name ${status}`)} as agents,
      ${nameFacet(sql`select finding ->> 'code' as name from (select findings ${status}) standing,
        jsonb_array_elements(findings) finding`)} as codes`,
  );
  if (!facets) throw new Error("a select without from gives one row");
  return facets;
}

/** Returns a manifest with its document and current state; null if it does not exist. */
export async function getManifest(
  db: Database,
  { workspaceId, manifestId }: { workspaceId: string; manifestId: string },
) {
  const rows = await db
    .select({ manifest, review: reviewState })
    .from(manifest)
    .where(and(eq(manifest.workspaceId, workspaceId), eq(manifest.manifestId, manifestId)));
  const [row] = rows;
  return row ? { ...row.manifest, review: row.review } : null;
}

/**
 * Lists the versions of an artifact: same agent, scope and project, newest first. A path appears once for
 * each content.
 */
export async function listManifestVersions(
  db: Database,
  artifact: {
    workspaceId: string;
    projectRoot: string;
    fromAgent: string | null;
    scope: string | null;
    path: string;
  },
) {
  const { workspaceId, projectRoot, fromAgent, scope, path } = artifact;
  const isOfAgent = fromAgent === null ? undefined : eq(manifest.fromAgent, fromAgent);
  const rows = await db
    .select(LISTED_COLUMNS)
    .from(manifest)
    .where(
      and(
        eq(manifest.workspaceId, workspaceId),
        eq(manifest.projectRoot, projectRoot),
        or(eq(manifest.path, path), isOfAgent),
      ),
    )
    .orderBy(desc(manifest.writtenAt), desc(manifest.manifestId))
    .limit(LIST_LIMIT);
  return rows.filter(
    (row) => row.path === path || (scope !== null && row.scope !== null && isSameScope(row.scope, scope)),
  );
}

/**
 * Returns the ID of the manifest that an address names; null if it does not exist. If several projects have such an
 * artifact, it is that of the project with the newest one.
 */
export async function findManifestVersion(
  db: Database,
  { workspaceId, address }: { workspaceId: string; address: ArtifactAddress },
): Promise<string | null> {
  const ofAgent = and(eq(manifest.workspaceId, workspaceId), eq(manifest.fromAgent, address.agent));
  const scopes = await db.selectDistinct({ scope: manifest.scope }).from(manifest).where(ofAgent);
  const own = scopes.flatMap(({ scope }) =>
    scope !== null && isSameScope(scope, address.scope) ? [scope] : [],
  );
  if (own.length === 0) return null;
  const versions = and(ofAgent, inArray(manifest.scope, own));
  const newestFirst = [desc(manifest.writtenAt), desc(manifest.manifestId)];
  const place = { manifestId: manifest.manifestId, projectRoot: manifest.projectRoot };
  const [newest] = await db
    .select(place)
    .from(manifest)
    .where(versions)
    .orderBy(...newestFirst)
    .limit(1);
  if (!newest || address.version === null) return newest?.manifestId ?? null;
  const [found] = await db
    .select(place)
    .from(manifest)
    .where(and(versions, eq(manifest.projectRoot, newest.projectRoot)))
    .orderBy(asc(manifest.writtenAt), asc(manifest.manifestId))
    .limit(1)
    .offset(address.version - 1);
  return found?.manifestId ?? null;
}

/** Limit for the documents of a project, which usually have a few kilobytes each. */
const MAX_BYTES_IN_PROJECT = 16_000_000;

/**
 * Lists the current manifests of a project with their documents, newest first, up to the limit. Some texts
 * are not stored.
 */
export async function listProjectManifests(
  db: Database,
  { workspaceId, projectRoot }: { workspaceId: string; projectRoot: string },
) {
  const newestFirst = [desc(manifest.writtenAt), desc(manifest.manifestId)];
  const status = db
    .select({
      manifestId: manifest.manifestId,
      fromAgent: manifest.fromAgent,
      scope: manifest.scope,
      writtenAt: manifest.writtenAt,
      bytes:
        sql<number>`coalesce(sum(octet_length(${manifest.text})) over (order by ${sql.join(newestFirst, sql`, `)}), 0)`.as(
          "bytes",
        ),
      text: manifest.text,
    })
    .from(manifest)
    .where(
      and(
        eq(manifest.workspaceId, workspaceId),
        eq(manifest.projectRoot, projectRoot),
        isNull(manifest.supersededAt),
      ),
    )
    .orderBy(...newestFirst)
    .limit(LIST_LIMIT)
    .as("standing");
  const { manifestId, fromAgent, scope, writtenAt, bytes, text } = status;
  return db
    .select({ manifestId, fromAgent, scope, text })
    .from(status)
    .where(lte(bytes, MAX_BYTES_IN_PROJECT))
    .orderBy(desc(writtenAt), desc(manifestId));
}
