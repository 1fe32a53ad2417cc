import { pathBelow } from "@baton/core/internal";
import { and, asc, eq, sql } from "drizzle-orm";
import type { Database } from "../../client";
import { artifactRead, manifestHandoff, workflow } from "../../schema/index";
import { LIST_LIMIT } from "../statement/limits";

interface ManifestPlace {
  workspaceId: string;
  /** Absolute. */
  path: string;
  projectRoot: string;
}

/** Lists the handoffs of a manifest. Events name it by its path below the project root, or by its folder. */
export async function listManifestHandoffs(db: Database, { workspaceId, path, projectRoot }: ManifestPlace) {
  const below = pathBelow(path, projectRoot);
  const folder = below.slice(0, -"/manifest.json".length);
  const names = [path, below, folder, `${folder}/`];
  return db
    .select({
      occurredAt: manifestHandoff.occurredAt,
      eventId: manifestHandoff.eventId,
      sessionId: manifestHandoff.sessionId,
      workflowId: manifestHandoff.workflowId,
      projectName: workflow.projectName,
      fromAgent: manifestHandoff.fromAgent,
      toAgent: manifestHandoff.toAgent,
      manifestTokens: manifestHandoff.manifestTokens,
      requiredTokens: manifestHandoff.requiredTokens,
    })
    .from(manifestHandoff)
    .leftJoin(
      workflow,
      and(
        eq(workflow.workspaceId, manifestHandoff.workspaceId),
        eq(workflow.workflowId, manifestHandoff.workflowId),
      ),
    )
    .where(
      and(
        eq(manifestHandoff.workspaceId, workspaceId),
        sql`${manifestHandoff.artifacts} && ${sql.param(names, manifestHandoff.artifacts)}`,
      ),
    )
    .orderBy(asc(manifestHandoff.occurredAt), asc(manifestHandoff.sequence))
    .limit(LIST_LIMIT);
}

/** Lists the reads of a manifest's folder, including the manifest, in order. */
export async function listManifestReads(db: Database, { workspaceId, path, projectRoot }: ManifestPlace) {
  const folder = pathBelow(path, projectRoot).slice(0, -"manifest.json".length);
  return db
    .select({
      occurredAt: artifactRead.occurredAt,
      eventId: artifactRead.eventId,
      sessionId: artifactRead.sessionId,
      workflowId: artifactRead.workflowId,
      agent: artifactRead.agent,
      path: artifactRead.path,
      tokens: artifactRead.tokens,
      reason: artifactRead.reason,
    })
    .from(artifactRead)
    .where(and(eq(artifactRead.workspaceId, workspaceId), sql`starts_with(${artifactRead.path}, ${folder})`))
    .orderBy(asc(artifactRead.occurredAt), asc(artifactRead.sequence))
    .limit(LIST_LIMIT);
}
