import { bigint, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { z } from "zod";
import { moment, workspaceId } from "./columns";

/** Kinds of files: `phase-{P}-progress.json`, `feature_list.json`, `phase-{P}-results.md`. */
export const PROGRESS_KINDS = ["objectives", "features", "phase_result"] as const;
export type ProgressKind = (typeof PROGRESS_KINDS)[number];

const StoredObjective = z.object({
  id: z.string(),
  description: z.string(),
  status: z.string(),
  note: z.string().nullable(),
  isDone: z.boolean(),
});

/** Masked content by kind. */
export const ProgressDetails = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("objectives"),
    phaseName: z.string().nullable(),
    objectives: z.array(StoredObjective).readonly(),
    currentObjective: z.string().nullable(),
    approaches: z.array(z.object({ approach: z.string(), result: z.string().nullable() })).readonly(),
  }),
  z.object({
    kind: z.literal("features"),
    features: z.array(z.object({ description: z.string(), isPassing: z.boolean() })).readonly(),
  }),
  z.object({
    kind: z.literal("phase_result"),
    mark: z.object({ handoffPath: z.string(), markedAt: z.string(), details: z.string() }).nullable(),
  }),
]);
export type ProgressDetails = z.infer<typeof ProgressDetails>;

/** Versions of progress files by path. */
export const progressFile = pgTable(
  "progress_file",
  {
    workspaceId: workspaceId(),
    /** SHA-256 of path and content. */
    documentId: text("document_id").notNull(),
    sourceFileId: bigint("source_file_id", { mode: "number" }).notNull(),
    kind: text("kind", { enum: PROGRESS_KINDS }).notNull(),
    path: text("path").notNull(),
    projectRoot: text("project_root").notNull(),
    /** Folder that contains `progress/` or `phases/`, or else the file's own folder. */
    taskFolder: text("task_folder").notNull(),
    phase: text("phase"),
    /** Finished objectives or features, and their total; null if the file does not count them. */
    doneCount: integer("done_count"),
    totalCount: integer("total_count"),
    /** Number of handoffs of the phase. */
    handoffCount: bigint("handoff_count", { mode: "number" }),
    /** Null if content storage is off. */
    details: jsonb("details").$type<ProgressDetails>(),
    supersededAt: moment("superseded_at"),
    /** From its own `last_updated`, otherwise from its file. */
    writtenAt: moment("written_at").notNull(),
    /** The masked file; null if content storage is off. */
    text: text("text"),
    sha256: text("sha256").notNull(),
    ingestedAt: moment("ingested_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.documentId] }),
    index("progress_file_time").on(table.workspaceId, table.writtenAt),
    index("progress_file_file").on(table.workspaceId, table.sourceFileId),
    index("progress_file_task").on(table.workspaceId, table.taskFolder),
  ],
);
