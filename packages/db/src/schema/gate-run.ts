import { MANIFEST_REVIEWS, ROLLOUT_PHASES } from "@baton/core/manifest";
import { bigint, boolean, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment, workspaceId } from "./columns";

/** Runs of the gate over manifests, by the SHA-256 of the file. Rows are added and never changed. */
export const gateRun = pgTable(
  "gate_run",
  {
    workspaceId: workspaceId(),
    runId: bigint("run_id", { mode: "number" }).generatedAlwaysAsIdentity(),
    sha256: text("sha256").notNull(),
    /** As the program named it, which can be on another machine. */
    path: text("path").notNull(),
    agent: text("agent"),
    phase: text("phase", { enum: ROLLOUT_PHASES }).notNull(),
    needsApproval: boolean("needs_approval").notNull(),
    review: text("review", { enum: MANIFEST_REVIEWS }).notNull(),
    /** Codes of the errors, without duplicates. */
    errorCodes: text("error_codes").array().notNull(),
    hasPassed: boolean("has_passed").notNull(),
    /** Name of the API key. */
    ranBy: text("ran_by").notNull(),
    ranAt: moment("ran_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.runId] }),
    index("gate_run_manifest").on(table.workspaceId, table.sha256, table.runId),
  ],
);
