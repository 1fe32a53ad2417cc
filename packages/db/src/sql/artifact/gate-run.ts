import { and, desc, eq, inArray } from "drizzle-orm";
import type { Database } from "../../client";
import { gateRun, manifest } from "../../schema/index";
import { isAmong } from "../statement/is-among";
import { type ReviewState, reviewState } from "./manifest-review";

/** Newest runs that a page shows. */
const MAX_LISTED = 100;

/** Lists the last runs of the gate over a manifest, newest first. */
export async function listGateRuns(
  db: Database,
  { workspaceId, sha256 }: { workspaceId: string; sha256: string },
) {
  const { runId, path, phase, needsApproval, review, errorCodes, hasPassed, ranBy, ranAt } = gateRun;
  return db
    .select({ runId, path, phase, needsApproval, review, errorCodes, hasPassed, ranBy, ranAt })
    .from(gateRun)
    .where(and(eq(gateRun.workspaceId, workspaceId), eq(gateRun.sha256, sha256)))
    .orderBy(desc(runId))
    .limit(MAX_LISTED);
}

/**
 * Returns the review of a file by its content, at any path. Requested changes count before the approval of a
 * copy. `not_reviewed` if it is not stored.
 */
export async function getReviewOfContent(
  db: Database,
  { workspaceId, sha256 }: { workspaceId: string; sha256: string },
): Promise<ReviewState> {
  const found = await db
    .select({ review: reviewState })
    .from(manifest)
    .where(and(eq(manifest.workspaceId, workspaceId), eq(manifest.sha256, sha256)));
  const states = found.map(({ review }) => review);
  return (
    states.find((state) => state === "sent_back") ??
    states.find((state) => state === "approved") ??
    "not_reviewed"
  );
}

/** Returns a stored manifest with a content, for a link to its page; null if none has it. */
export async function findManifestByContent(
  db: Database,
  { workspaceId, sha256 }: { workspaceId: string; sha256: string },
): Promise<string | null> {
  const [found] = await db
    .select({ manifestId: manifest.manifestId })
    .from(manifest)
    .where(and(eq(manifest.workspaceId, workspaceId), eq(manifest.sha256, sha256)))
    .orderBy(desc(manifest.writtenAt))
    .limit(1);
  return found?.manifestId ?? null;
}

/** Inserts a run of the gate. */
export async function insertGateRun(
  db: Database,
  row: Omit<typeof gateRun.$inferInsert, "runId" | "ranAt">,
): Promise<void> {
  await db.insert(gateRun).values(row);
}

/** Deletes the runs of the gate over manifests. */
export async function eraseGateRuns(
  tx: Database,
  { workspaceId, manifestIds }: { workspaceId: string; manifestIds: readonly string[] },
): Promise<number> {
  const ofManifests = tx
    .select({ sha256: manifest.sha256 })
    .from(manifest)
    .where(and(eq(manifest.workspaceId, workspaceId), isAmong(manifest.manifestId, manifestIds)));
  const rows = await tx
    .delete(gateRun)
    .where(and(eq(gateRun.workspaceId, workspaceId), inArray(gateRun.sha256, ofManifests)))
    .returning({ runId: gateRun.runId });
  return rows.length;
}
