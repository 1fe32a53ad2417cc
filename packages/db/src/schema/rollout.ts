import type { HandoffRollout } from "@baton/core/manifest";
import { bigint, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment, workspaceId } from "./columns";

/**
 * The setting `handoff_rollout` after each change. Rows are added and never changed; the last one of a
 * workspace applies.
 */
export const rolloutChange = pgTable(
  "rollout_change",
  {
    workspaceId: workspaceId(),
    changeId: bigint("change_id", { mode: "number" }).generatedAlwaysAsIdentity(),
    rollout: jsonb("rollout").$type<HandoffRollout>().notNull(),
    reason: text("reason").notNull(),
    changedBy: text("changed_by").notNull(),
    changedAt: moment("changed_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.changeId] })],
);
