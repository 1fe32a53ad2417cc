import { ARTIFACT_TYPES, describeUnresolved } from "@baton/core/manifest";
import { toStorableText } from "@baton/server/storable-text";
import { and, eq, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { manifest } from "../../schema/index";
import { insertRows } from "../statement/insert-rows";
import { LIST_LIMIT } from "../statement/limits";
import { toStorableJson } from "../statement/storable-json";

/** Results of validation, which can change while the document stays the same. */
export type ManifestValidation = Pick<
  typeof manifest.$inferInsert,
  "requiredReadingTokens" | "detailTokens" | "files" | "findings" | "phase" | "sourcesText"
>;

type NewManifest = Omit<
  typeof manifest.$inferInsert,
  "ingestedAt" | "errorCount" | "warningCount" | "hasPassed" | "checkedAt" | "supersededAt"
>;

const Inserted = z.object({ is_new: z.boolean() });

/**
 * Stores a manifest as the current one at its path and supersedes the previous one. An unchanged one only
 * gets new results.
 *
 * @param db a transaction.
 * @returns false if the same manifest was already stored at this path.
 */
export async function upsertManifest(db: Database, row: NewManifest): Promise<boolean> {
  const { workspaceId, path, manifestId } = row;
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
        superseded_at = null, checked_at = excluded.checked_at, source_file_id = excluded.source_file_id,
        required_reading_tokens = excluded.required_reading_tokens, detail_tokens = excluded.detail_tokens,
        files = excluded.files, findings = excluded.findings, error_count = excluded.error_count,
        warning_count = excluded.warning_count, phase = excluded.phase, has_passed = excluded.has_passed,
        sources_text = excluded.sources_text
      returning (xmax = 0) as is_new`,
  );
  return z.array(Inserted).parse(inserted)[0]?.is_new ?? false;
}

export interface ManifestKey {
  workspaceId: string;
  manifestId: string;
}

/** Locks and returns a manifest; null if it is not stored. */
export async function lockManifest(
  tx: Database,
  key: ManifestKey,
): Promise<typeof manifest.$inferSelect | null> {
  const [found] = await tx.select().from(manifest).where(hasKey(key)).for("update");
  return found ?? null;
}

/** Stores new validation results of a manifest. */
export async function updateManifestValidation(
  db: Database,
  key: ManifestKey,
  validation: ManifestValidation,
): Promise<void> {
  const { findings, files, sourcesText, ...plain } = validation;
  await db
    .update(manifest)
    .set({
      ...plain,
      ...countFindings(validation),
      findings: sql`${toStorableJson(findings ?? [])}::text::jsonb`,
      files: files ? sql`${toStorableJson(files)}::text::jsonb` : null,
      sourcesText: typeof sourcesText === "string" ? toStorableText(sourcesText) : null,
      checkedAt: sql`now()`,
    })
    .where(hasKey(key));
}

function countFindings({ findings = [], phase }: Pick<ManifestValidation, "findings" | "phase">) {
  const errorCount = findings.filter(({ severity }) => severity === "error").length;
  return {
    errorCount,
    warningCount: findings.length - errorCount,
    hasPassed: errorCount === 0 || phase !== "enforce",
  };
}

/** Serializes transactions that store manifests of a project, so that each sees the previous ones. */
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
 * Lists the first manifest of each agent in a project, except the one at `path`: enough to tell if an earlier
 * one satisfies a dependency.
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

/**
 * Lists manifests of a project with a dependency on an agent that had no manifest, oldest check first.
 * Without stored content the agent is unknown, so it lists all with a missing dependency.
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
    .limit(LIST_LIMIT);
}

/**
 * Removes findings about unresolved dependencies from a manifest.
 *
 * @param indices positions in `dependencies_satisfied`.
 */
export async function revertUnresolved(
  db: Database,
  key: ManifestKey,
  indices: readonly number[],
): Promise<void> {
  const [before] = await db
    .select({ findings: manifest.findings, phase: manifest.phase })
    .from(manifest)
    .where(hasKey(key))
    .for("update");
  if (!before) return;
  const met = new Set(indices.map((index) => `/dependencies_satisfied/${index}`));
  const findings = before.findings.filter(({ code, path }) => code !== UNRESOLVED || !met.has(path));
  await updateManifestFindings(db, key, { findings, phase: before.phase });
}

/** Replaces the findings of a manifest; `findings` are in their stored form, so they are not escaped again. */
export async function updateManifestFindings(
  db: Database,
  key: ManifestKey,
  { findings, phase }: Required<Pick<ManifestValidation, "findings" | "phase">>,
): Promise<void> {
  await db
    .update(manifest)
    .set({
      ...countFindings({ findings, phase }),
      findings: sql`${JSON.stringify(findings)}::text::jsonb`,
      checkedAt: sql`now()`,
    })
    .where(hasKey(key));
}

/** Locks and lists the current manifests of a workspace with what limits and known agents decide about. */
export async function lockCurrentManifests(tx: Database, workspaceId: string) {
  const { manifestId, fromAgent, phase, findings, files } = manifest;
  const { manifestTokens, requiredReadingTokens, detailTokens } = manifest;
  return tx
    .select({
      manifestId,
      fromAgent,
      phase,
      findings,
      files,
      sizes: { manifestTokens, requiredReadingTokens, detailTokens },
      hasContent: sql<boolean>`${manifest.text} is not null`,
    })
    .from(manifest)
    .where(and(eq(manifest.workspaceId, workspaceId), isNull(manifest.supersededAt)))
    .for("update");
}

/** Returns the current manifest at a path, or null. */
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

function hasKey({ workspaceId, manifestId }: ManifestKey) {
  return and(eq(manifest.workspaceId, workspaceId), eq(manifest.manifestId, manifestId));
}

function standsIn(workspaceId: string, projectRoot: string) {
  return and(
    eq(manifest.workspaceId, workspaceId),
    eq(manifest.projectRoot, projectRoot),
    isNull(manifest.supersededAt),
  );
}
