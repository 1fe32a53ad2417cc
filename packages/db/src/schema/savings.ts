import { HANDOFF_MODES } from "@baton/core";
import { pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { causeTotals, moment, total, workspaceId } from "./columns";

/** The sums that both roll-ups hold. Enforced context handoffs alone enter them; observed ones stand apart. */
const sums = () => ({
  handoffCount: total("handoff_count"),
  beforeTokens: total("before_tokens"),
  afterTokens: total("after_tokens"),
  savedTokens: total("saved_tokens"),
  ...causeTotals(),
  summarizerTokens: total("summarizer_tokens"),
  /** Handoffs in which a blocked field was taken out. */
  blockedCount: total("blocked_count"),
  observedCount: total("observed_count"),
  observedSavedTokens: total("observed_saved_tokens"),
});

/** Savings by hour (UTC), rule and mode. No rule: `rule_id` is ''; no model recorded: `to_model` is ''. */
export const savingsByRuleHour = pgTable(
  "savings_by_rule_hour",
  {
    workspaceId: workspaceId(),
    hour: moment("hour").notNull(),
    ruleId: text("rule_id").notNull(),
    mode: text("mode", { enum: HANDOFF_MODES }).notNull(),
    toModel: text("to_model").notNull(),
    ...sums(),
  },
  (table) => [
    primaryKey({
      name: "savings_by_rule_hour_pkey",
      columns: [table.workspaceId, table.hour, table.ruleId, table.mode, table.toModel],
    }),
  ],
);

/** Savings by hour (UTC) and pair of agents. */
export const savingsByPairHour = pgTable(
  "savings_by_pair_hour",
  {
    workspaceId: workspaceId(),
    hour: moment("hour").notNull(),
    fromAgent: text("from_agent").notNull(),
    toAgent: text("to_agent").notNull(),
    toModel: text("to_model").notNull(),
    ...sums(),
  },
  (table) => [
    primaryKey({
      name: "savings_by_pair_hour_pkey",
      columns: [table.workspaceId, table.hour, table.fromAgent, table.toAgent, table.toModel],
    }),
  ],
);
