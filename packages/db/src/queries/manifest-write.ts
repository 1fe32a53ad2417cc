import { ARTIFACT_TYPES, describeUnresolved, toStorableText } from "@baton/core";
import { and, eq, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../client";
import { manifest } from "../schema/index";
import { isDocumentBarred } from "./barred-lines";
import { insertRows } from "./insert-rows";
import { toStorableJson } from "./storable-json";

/** What was found out about a manifest and may change while its document stays as it is. */
export type ManifestJudgement = Pick<
  typeof manifest.$inferInsert,
  "requiredReadingTokens" | "detailTokens" | "files" | "findings" | "phase" | "sourcesText"
>;

export type NewManifest = Omit<
  typeof manifest.$inferInsert,
  "ingestedAt" | "errorCount" | "warningCount" | "hasPassed" | "checkedAt" | "supersededAt"
>;

const Inserted = z.object({ is_new: z.boolean() });

/**
 * Stores a manifest as what stands at its path; what stood there before is superseded.
 * The very same one, read again, is judged anew.
 *
 * @param db a transaction.
 * @returns false where the very same one, from the same path, was there
 *   already, or it is of an agent that was erased.
 */
export async function putManifest(db: Database, row: NewManifest): Promise<boolean> {
  const { workspaceId, path, manifestId } = row;
  const agents = [row.fromAgent ?? null, ...(row.toAgents ?? [])];
  if (await isDocumentBarred(db, { workspaceId, agents, text: row.text ?? null })) return false;
  await db
    .update(manifest)
    .set({ supersededAt: sql`now()` })
    .where(
      and(
        eq(manifest.workspaceId, workspaceId),
        eq(manifest.path, path),
        ne(manifest.manifestId, manifestId),
        isNull(manifest.supersededAt),
      ),
    );
  const inserted = await insertRows(
    db,
    manifest,
    [{ ...row, ...countFindings(row) }],
    sql`on conflict (workspace_id, manifest_id) do update set
        superseded_at = null, checked_at = now(), source_file_id = excluded.source_file_id,
        required_reading_tokens = excluded.required_reading_tokens, detail_tokens = excluded.detail_tokens,
        files = excluded.files, findings = excluded.findings, error_count = excluded.error_count,
        warning_count = excluded.warning_count, phase = excluded.phase, has_passed = excluded.has_passed,
        sources_text = excluded.sources_text
      returning (xmax = 0) as is_new`,
  );
  return z.array(Inserted).parse([...inserted])[0]?.is_new ?? false;
}

/**
 * Judges a stored manifest anew.
 *
 * @returns whether anything but the time of the check is other than it was.
 */
export async function recheckManifest(
  db: Database,
  { workspaceId, manifestId }: { workspaceId: string; manifestId: string },
  judgement: ManifestJudgement,
): Promise<boolean> {
  const { findings, files, sourcesText, ...plain } = judgement;
  const values = {
    ...plain,
    ...countFindings(judgement),
    findings: sql`${toStorableJson(findings ?? [])}::text::jsonb`,
    files: files ? sql`${toStorableJson(files)}::text::jsonb` : null,
    sourcesText: typeof sourcesText === "string" ? toStorableText(sourcesText) : null,
  };
  const isKey = and(eq(manifest.workspaceId, workspaceId), eq(manifest.manifestId, manifestId));
  const [before] = await db.select().from(manifest).where(isKey).for("update");
  if (!before) return false;
  await db
    .update(manifest)
    .set({ ...values, checkedAt: sql`now()` })
    .where(isKey);
  const [after] = await db.select().from(manifest).where(isKey);
  return JSON.stringify({ ...before, checkedAt: null }) !== JSON.stringify({ ...after, checkedAt: null });
}

function countFindings({ findings = [], phase }: Pick<ManifestJudgement, "findings" | "phase">) {
  const errorCount = findings.filter(({ severity }) => severity === "error").length;
  return {
    errorCount,
    warningCount: findings.length - errorCount,
    hasPassed: errorCount === 0 || phase !== "enforce",
  };
}

/**
 * Lets one transaction at a time store manifests of a project, so that
 * each is judged with those before it in sight.
 */
export async function lockProject(db: Database, workspaceId: string, projectRoot: string): Promise<void> {
  await db.execute(
    sql`select pg_advisory_xact_lock(hashtext(${`manifests of ${workspaceId}`}), hashtext(${projectRoot}))`,
  );
}

interface Project {
  workspaceId: string;
  projectRoot: string;
}

/**
 * The first manifest of each agent in a project, but for the one at `path`: enough to tell whether a
 * dependency upon an agent is met by an earlier one.
 */
export async function listFirstManifests(db: Database, { workspaceId, projectRoot }: Project, path: string) {
  const stage = sql`array_position(${sql.param([...ARTIFACT_TYPES])}::text[], ${manifest.artifactType})`;
  return db
    .selectDistinctOn([manifest.fromAgent], {
      path: manifest.path,
      fromAgent: manifest.fromAgent,
      artifactType: manifest.artifactType,
      writtenAt: manifest.writtenAt,
    })
    .from(manifest)
    .where(and(standsIn(workspaceId, projectRoot), isNotNull(manifest.fromAgent), ne(manifest.path, path)))
    .orderBy(manifest.fromAgent, manifest.writtenAt, stage);
}

const UNRESOLVED = "unresolved_dependency";

/** At most so many manifests are looked at because another one came. */
const MAX_WAITING = 100;

/**
 * The manifests of a project that depend upon an agent of which there was no manifest when they were checked,
 * those that were checked longest ago first. Where content is not stored, nobody knows upon which agent: then
 * all that depend upon one that was missing.
 */
export async function listWaitingManifests(
  db: Database,
  { workspaceId, projectRoot }: Project,
  agent: string,
) {
  const hasFinding = (message: string) =>
    sql`${manifest.findings} @> ${toStorableJson([{ code: UNRESOLVED, message }])}::text::jsonb`;
  return db
    .select({ manifestId: manifest.manifestId, path: manifest.path })
    .from(manifest)
    .where(and(standsIn(workspaceId, projectRoot), or(hasFinding(describeUnresolved(agent)), hasFinding(""))))
    .orderBy(manifest.checkedAt)
    .limit(MAX_WAITING);
}

/**
 * Takes back of a manifest that dependencies are not met.
 *
 * @param indices their places in `dependencies_satisfied`.
 */
export async function takeBackUnresolved(
  db: Database,
  { workspaceId, manifestId }: { workspaceId: string; manifestId: string },
  indices: readonly number[],
): Promise<void> {
  const isKey = and(eq(manifest.workspaceId, workspaceId), eq(manifest.manifestId, manifestId));
  const [before] = await db
    .select({ findings: manifest.findings, phase: manifest.phase })
    .from(manifest)
    .where(isKey)
    .for("update");
  if (!before) return;
  const met = new Set(indices.map((index) => `/dependencies_satisfied/${index}`));
  const findings = before.findings.filter(({ code, path }) => code !== UNRESOLVED || !met.has(path));
  await db
    .update(manifest)
    .set({
      ...countFindings({ findings, phase: before.phase }),
      // As they are stored: what was escaped once is not escaped again.
      findings: sql`${JSON.stringify(findings)}::text::jsonb`,
      checkedAt: sql`now()`,
    })
    .where(isKey);
}

/** The manifest that stands at a path, or null. */
export async function findManifestAt(
  db: Database,
  { workspaceId, path }: { workspaceId: string; path: string },
) {
  const rows = await db
    .select({ manifestId: manifest.manifestId, path: manifest.path, sha256: manifest.sha256 })
    .from(manifest)
    .where(
      and(eq(manifest.workspaceId, workspaceId), eq(manifest.path, path), isNull(manifest.supersededAt)),
    );
  return rows[0] ?? null;
}

function standsIn(workspaceId: string, projectRoot: string) {
  return and(
    eq(manifest.workspaceId, workspaceId),
    eq(manifest.projectRoot, projectRoot),
    isNull(manifest.supersededAt),
  );
}
