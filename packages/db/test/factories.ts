import { eq } from "drizzle-orm";
import type { Database } from "../src/client";
import {
  artifactRead,
  handoff,
  manifest,
  manifestHandoff,
  quarantinedLine,
  session,
  source,
  sourceFile,
  workspace,
} from "../src/schema/index";
import { upsertManifest } from "../src/sql/artifact/manifest-write";
import { ensurePartitions } from "../src/sql/database/partition";

let serial = 0;

/** Returns a new number, which distinguishes the rows of one test. */
function next(): number {
  serial += 1;
  return serial;
}

export async function buildWorkspace(db: Database): Promise<string> {
  const workspaceId = `workspace-${next()}`;
  await db.insert(workspace).values({ workspaceId, name: workspaceId });
  return workspaceId;
}

/** Creates a source with one file. */
export async function buildSourceFile(db: Database, workspaceId: string): Promise<number> {
  const path = `/sessions/${next()}.jsonl`;
  const [root] = await db
    .insert(source)
    .values({ workspaceId, root: path })
    .returning({ sourceId: source.sourceId });
  const [file] = await db
    .insert(sourceFile)
    .values({ workspaceId, sourceId: root?.sourceId ?? 0, path, format: "session" })
    .returning({ sourceFileId: sourceFile.sourceFileId });
  return file?.sourceFileId ?? 0;
}

export async function buildSession(
  db: Database,
  fields: Partial<typeof session.$inferInsert> & { workspaceId: string },
): Promise<string> {
  const sessionId = fields.sessionId ?? `session-${next()}`;
  const at = new Date("2026-03-10T12:00:00Z");
  await db
    .insert(session)
    .values({ format: "session", startedAt: at, lastEventAt: at, ...fields, sessionId });
  return sessionId;
}

type Unplaced = Omit<
  typeof handoff.$inferInsert,
  "workspaceId" | "sourceFileId" | "generation" | "sequence" | "ordinal" | "eventId"
>;

/** Stores handoffs in a new file, without adding them to totals. */
export async function buildHandoffs(
  db: Database,
  workspaceId: string,
  made: readonly Unplaced[],
): Promise<(typeof handoff.$inferSelect)[]> {
  const common = {
    workspaceId,
    sourceFileId: await buildSourceFile(db, workspaceId),
    generation: 0,
    ordinal: 0,
  };
  await ensurePartitions(
    db,
    made.map(({ occurredAt }) => occurredAt),
  );
  const rows = made.map((fields, sequence) => ({ ...fields, ...common, sequence, eventId: `e${sequence}` }));
  return db.insert(handoff).values(rows).returning();
}

export async function buildHandoff(
  db: Database,
  fields: Partial<typeof handoff.$inferInsert> & { workspaceId: string; sourceFileId: number },
): Promise<typeof handoff.$inferSelect> {
  const occurredAt = fields.occurredAt ?? new Date("2026-03-10T12:00:00Z");
  await ensurePartitions(db, [occurredAt]);
  const sequence = next();
  const [row] = await db
    .insert(handoff)
    .values({
      occurredAt,
      generation: 0,
      sequence,
      ordinal: 0,
      eventId: `event-${sequence}`,
      kind: "context",
      fromAgent: "fraud_agent",
      toAgent: "recommendation_agent",
      mode: "scoped",
      scopingState: "scoped",
      beforeTokens: 100,
      afterTokens: 40,
      savedTokens: 60,
      savedByMode: 60,
      ...fields,
    })
    .returning();
  if (!row) throw new Error("an insert without conflict gives its row");
  return row;
}

export async function buildQuarantinedLine(
  db: Database,
  fields: Partial<typeof quarantinedLine.$inferInsert> & { workspaceId: string; sourceFileId: number },
): Promise<number> {
  const sequence = next();
  await db.insert(quarantinedLine).values({
    generation: 0,
    sequence,
    lineNumber: 1,
    code: "not_json",
    reason: "the line is no JSON",
    text: "{",
    byteLength: 1,
    sha256: "00",
    ...fields,
  });
  return sequence;
}

/**
 * Creates a manifest of the project `/p`, one minute after the previous one. Its counts follow from its
 * findings.
 */
export async function buildManifest(
  db: Database,
  fields: Partial<typeof manifest.$inferInsert> & { workspaceId: string },
): Promise<string> {
  const serialNumber = next();
  const manifestId = `manifest-${serialNumber}`;
  const { supersededAt = null, ...known } = fields;
  await upsertManifest(db, {
    manifestId,
    sourceFileId: 1,
    path: `/p/artifacts/a/${manifestId}/manifest.json`,
    projectRoot: "/p",
    fromAgent: "a",
    artifactType: "research" as const,
    manifestTokens: 450,
    sha256: "00",
    toAgents: [],
    scope: null,
    requiredReadingTokens: null,
    detailTokens: null,
    files: null,
    findings: [],
    phase: "observe" as const,
    text: null,
    sourcesText: null,
    writtenAt: new Date(Date.UTC(2026, 2, 10) + serialNumber * 60_000),
    ...known,
  });
  if (supersededAt)
    await db.update(manifest).set({ supersededAt }).where(eq(manifest.manifestId, manifestId));
  return manifestId;
}

/** Returns a new position, at noon of a day in March. */
function buildPosition() {
  const sequence = next();
  const occurredAt = new Date("2026-03-10T12:00:00Z");
  return { occurredAt, sourceFileId: 1, generation: 0, sequence, ordinal: 0, eventId: `event-${sequence}` };
}

export async function buildManifestHandoff(
  db: Database,
  fields: { workspaceId: string; artifacts: string[] },
): Promise<void> {
  const position = buildPosition();
  await ensurePartitions(db, [position.occurredAt]);
  await db.insert(manifestHandoff).values({ ...position, fromAgent: "a", toAgent: "b", ...fields });
}

export async function buildArtifactRead(
  db: Database,
  fields: { workspaceId: string; path: string; tokens: number },
): Promise<void> {
  const position = buildPosition();
  await ensurePartitions(db, [position.occurredAt]);
  await db.insert(artifactRead).values({ ...position, reason: "manifest", ...fields });
}
