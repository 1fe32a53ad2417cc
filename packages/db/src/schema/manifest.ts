import type { Finding } from "@baton/core";
import { ARTIFACT_TYPES, type NamedFiles, ROLLOUT_PHASES } from "@baton/core/manifest";
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment, tokens, workspaceId } from "./columns";

/** Files that a manifest names, by list, as found on disk. */
interface StoredManifestFiles {
  requiredReading: readonly (NamedFiles | null)[];
  optionalContext: readonly (NamedFiles | null)[];
  detailFiles: readonly (NamedFiles | null)[];
}

/** Versions of handoff manifests by path. */
export const manifest = pgTable(
  "manifest",
  {
    workspaceId: workspaceId(),
    /** SHA-256 of path and content, so that a file read twice is one manifest. */
    manifestId: text("manifest_id").notNull(),
    sourceFileId: bigint("source_file_id", { mode: "number" }).notNull(),
    path: text("path").notNull(),
    /** Parent of the nearest `artifacts/` folder, which paths in the manifest are relative to. */
    projectRoot: text("project_root").notNull(),
    fromAgent: text("from_agent"),
    toAgents: text("to_agents").array().notNull().default([]),
    artifactType: text("artifact_type", { enum: ARTIFACT_TYPES }),
    scope: text("scope"),
    /** Size of its compact JSON without `context_budget`, in tokens (`cl100k_base`). */
    manifestTokens: tokens("manifest_tokens").notNull(),
    /** Null if its files are unknown. */
    requiredReadingTokens: tokens("required_reading_tokens"),
    detailTokens: tokens("detail_tokens"),
    files: jsonb("files").$type<StoredManifestFiles>(),
    findings: jsonb("findings").$type<readonly Finding[]>().notNull().default([]),
    errorCount: integer("error_count").notNull().default(0),
    warningCount: integer("warning_count").notNull().default(0),
    /** Rollout phase of its agent at the last check, and whether the gate passed it. */
    phase: text("phase", { enum: ROLLOUT_PHASES }).notNull().default("observe"),
    hasPassed: boolean("has_passed").notNull().default(true),
    /** Time of the last check, which is repeated when a file that it names changes. */
    checkedAt: moment("checked_at").notNull().defaultNow(),
    /** Time at which other content replaced it at its path; null for the current version. */
    supersededAt: moment("superseded_at"),
    writtenAt: moment("written_at").notNull(),
    /** The masked document; null if content storage is off. */
    text: text("text"),
    /** `manifest.sources.json` next to it, masked: the source lines of each item. */
    sourcesText: text("sources_text"),
    sha256: text("sha256").notNull(),
    ingestedAt: moment("ingested_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.manifestId] }),
    index("manifest_time").on(table.workspaceId, table.writtenAt),
    index("manifest_path").on(table.workspaceId, table.path),
    index("manifest_agent").on(table.workspaceId, table.fromAgent, table.writtenAt),
  ],
);
