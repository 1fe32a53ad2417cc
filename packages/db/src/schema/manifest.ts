import { bigint, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment, tokens, workspaceId } from "./columns";

/** A handoff manifest as it stood in its file; a changed file is a further version of the same path. */
export const manifest = pgTable(
  "manifest",
  {
    workspaceId: workspaceId(),
    /** SHA-256 of path and content: the same file read twice is one manifest. */
    manifestId: text("manifest_id").notNull(),
    sourceFileId: bigint("source_file_id", { mode: "number" }).notNull(),
    path: text("path").notNull(),
    /** The parent of the nearest `artifacts/` folder: what the manifest's own paths start from. */
    projectRoot: text("project_root").notNull(),
    fromAgent: text("from_agent"),
    artifactType: text("artifact_type"),
    scope: text("scope"),
    /** The size of its compact JSON without `context_budget`, in tokens (`cl100k_base`). */
    manifestTokens: tokens("manifest_tokens").notNull(),
    writtenAt: moment("written_at").notNull(),
    /** The document, masked; null where content is not stored. */
    text: text("text"),
    sha256: text("sha256").notNull(),
    ingestedAt: moment("ingested_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.manifestId] }),
    index("manifest_time").on(table.workspaceId, table.writtenAt),
    index("manifest_path").on(table.workspaceId, table.path),
  ],
);
