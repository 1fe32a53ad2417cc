import { index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { workspaceId } from "./columns";

/** Texts of files that manifests name, by their SHA-256 in hex: masked, and each stored once. */
export const fileContent = pgTable(
  "file_content",
  {
    workspaceId: workspaceId(),
    sha256: text("sha256").notNull(),
    text: text("text").notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.sha256] })],
);

/** Stored files of a manifest, as found when it was last checked. */
export const manifestFile = pgTable(
  "manifest_file",
  {
    workspaceId: workspaceId(),
    manifestId: text("manifest_id").notNull(),
    /** Below the folder of the manifest, with `/`. */
    path: text("path").notNull(),
    sha256: text("sha256").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.manifestId, table.path] }),
    index("manifest_file_content").on(table.workspaceId, table.sha256),
  ],
);
