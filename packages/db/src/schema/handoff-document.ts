import { type Finding, HANDOFF_SECTIONS, type ScoreCriterion, STALENESS_LEVELS } from "@baton/core";
import { bigint, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment, tokens, workspaceId } from "./columns";

/**
 * What one agent wrote for the next, as it stood in its file; a changed
 * file is a further version of the same path.
 */
export const handoffDocument = pgTable(
  "handoff_document",
  {
    workspaceId: workspaceId(),
    /** SHA-256 of path and content: the same file read twice is one document. */
    documentId: text("document_id").notNull(),
    sourceFileId: bigint("source_file_id", { mode: "number" }).notNull(),
    path: text("path").notNull(),
    /** Where the paths that it speaks of begin. */
    projectRoot: text("project_root").notNull(),
    /** The folder that holds `handoffs/`, and `progress/` beside it. */
    taskFolder: text("task_folder").notNull(),
    title: text("title"),
    task: text("task"),
    phase: text("phase"),
    commit: text("commit"),
    branch: text("branch"),
    /** As its front matter names it. */
    predecessor: text("predecessor"),
    /** From 0 to 100, and the points of each criterion. */
    score: integer("score").notNull(),
    points: jsonb("points").$type<Record<ScoreCriterion, number>>().notNull(),
    findings: jsonb("findings").$type<readonly Finding[]>().notNull(),
    errorCount: integer("error_count").notNull(),
    warningCount: integer("warning_count").notNull(),
    tokens: tokens("tokens").notNull(),
    lineCount: integer("line_count").notNull(),
    sectionsFound: text("sections_found", { enum: HANDOFF_SECTIONS }).array().notNull(),
    /** Null where nobody could be asked in time. */
    staleness: text("staleness", { enum: STALENESS_LEVELS }),
    stalenessReasons: text("staleness_reasons").array().notNull(),
    /** It is judged again when what it speaks of may have changed. */
    checkedAt: moment("checked_at").notNull().defaultNow(),
    /** When another content took its place; null: it is what stands in its file. */
    supersededAt: moment("superseded_at"),
    /** By its front matter, else by its file. */
    writtenAt: moment("written_at").notNull(),
    /** The document, masked; null where content is not stored. */
    text: text("text"),
    sha256: text("sha256").notNull(),
    ingestedAt: moment("ingested_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.documentId] }),
    index("handoff_document_time").on(table.workspaceId, table.writtenAt),
    index("handoff_document_file").on(table.workspaceId, table.sourceFileId),
    index("handoff_document_project").on(table.workspaceId, table.projectRoot, table.writtenAt),
  ],
);
