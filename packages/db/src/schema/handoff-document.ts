import type { Finding } from "@baton/core";
import { HANDOFF_SECTIONS, type ScoreCriterion, STALENESS_LEVELS } from "@baton/core/handoff-document";
import { bigint, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment, tokens, workspaceId } from "./columns";

/** Versions of handoff documents by path. */
export const handoffDocument = pgTable(
  "handoff_document",
  {
    workspaceId: workspaceId(),
    /** SHA-256 of path and content, so that a file read twice is one document. */
    documentId: text("document_id").notNull(),
    sourceFileId: bigint("source_file_id", { mode: "number" }).notNull(),
    path: text("path").notNull(),
    /** Folder that its paths are relative to. */
    projectRoot: text("project_root").notNull(),
    /** Folder that contains `handoffs/` and `progress/`. */
    taskFolder: text("task_folder").notNull(),
    title: text("title"),
    task: text("task"),
    phase: text("phase"),
    commit: text("commit"),
    branch: text("branch"),
    /** As in its front matter. */
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
    /** Null if git did not respond in time. */
    staleness: text("staleness", { enum: STALENESS_LEVELS }),
    stalenessReasons: text("staleness_reasons").array().notNull(),
    /** Time of the last validation, which is repeated when its files may have changed. */
    checkedAt: moment("checked_at").notNull().defaultNow(),
    /** Time at which other content replaced it; null for the current version. */
    supersededAt: moment("superseded_at"),
    /** From its front matter, otherwise from its file. */
    writtenAt: moment("written_at").notNull(),
    /** The masked document; null if content storage is off. */
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
