import { HANDOFF_KINDS, HANDOFF_MODES } from "@baton/core";
import { index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { causeTotals, moment, total, workspaceId } from "./columns";

/** The sums that each roll-up of savings holds. Enforced context handoffs alone enter them; observed ones stand apart. */
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
    index("savings_by_rule_hour_rule").on(table.workspaceId, table.ruleId, table.hour),
  ],
);

/** The same by day (UTC): what a range of months is read from. */
export const savingsByRuleDay = pgTable(
  "savings_by_rule_day",
  {
    workspaceId: workspaceId(),
    day: moment("day").notNull(),
    ruleId: text("rule_id").notNull(),
    mode: text("mode", { enum: HANDOFF_MODES }).notNull(),
    toModel: text("to_model").notNull(),
    ...sums(),
  },
  (table) => [
    primaryKey({
      name: "savings_by_rule_day_pkey",
      columns: [table.workspaceId, table.day, table.ruleId, table.mode, table.toModel],
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
    index("savings_by_pair_hour_pair").on(table.workspaceId, table.fromAgent, table.toAgent, table.hour),
  ],
);

/** The same by day (UTC). */
export const savingsByPairDay = pgTable(
  "savings_by_pair_day",
  {
    workspaceId: workspaceId(),
    day: moment("day").notNull(),
    fromAgent: text("from_agent").notNull(),
    toAgent: text("to_agent").notNull(),
    toModel: text("to_model").notNull(),
    ...sums(),
  },
  (table) => [
    primaryKey({
      name: "savings_by_pair_day_pkey",
      columns: [table.workspaceId, table.day, table.fromAgent, table.toAgent, table.toModel],
    }),
  ],
);

/** Savings by hour (UTC) and mode: a few rows an hour, for views that are narrowed by nothing else. */
export const savingsByModeHour = pgTable(
  "savings_by_mode_hour",
  {
    workspaceId: workspaceId(),
    hour: moment("hour").notNull(),
    mode: text("mode", { enum: HANDOFF_MODES }).notNull(),
    ...sums(),
  },
  (table) => [
    primaryKey({
      name: "savings_by_mode_hour_pkey",
      columns: [table.workspaceId, table.hour, table.mode],
    }),
  ],
);

/** The same by day (UTC). */
export const savingsByModeDay = pgTable(
  "savings_by_mode_day",
  {
    workspaceId: workspaceId(),
    day: moment("day").notNull(),
    mode: text("mode", { enum: HANDOFF_MODES }).notNull(),
    ...sums(),
  },
  (table) => [
    primaryKey({ name: "savings_by_mode_day_pkey", columns: [table.workspaceId, table.day, table.mode] }),
  ],
);

/** How many, and of those whose size was recorded how many and how large, in tokens. */
const sizes = () => ({
  handoffCount: total("handoff_count"),
  beforeCount: total("before_count"),
  beforeTokens: total("before_tokens"),
  afterCount: total("after_count"),
  afterTokens: total("after_tokens"),
});

/** Handoffs that no policy governs (calls of subagents, their returns, spans) by hour (UTC), kind and pair of agents. */
export const ungovernedByPairHour = pgTable(
  "ungoverned_by_pair_hour",
  {
    workspaceId: workspaceId(),
    hour: moment("hour").notNull(),
    kind: text("kind", { enum: HANDOFF_KINDS }).notNull(),
    fromAgent: text("from_agent").notNull(),
    toAgent: text("to_agent").notNull(),
    ...sizes(),
  },
  (table) => [
    primaryKey({
      name: "ungoverned_by_pair_hour_pkey",
      columns: [table.workspaceId, table.hour, table.kind, table.fromAgent, table.toAgent],
    }),
  ],
);

/** The same by day (UTC). */
export const ungovernedByPairDay = pgTable(
  "ungoverned_by_pair_day",
  {
    workspaceId: workspaceId(),
    day: moment("day").notNull(),
    kind: text("kind", { enum: HANDOFF_KINDS }).notNull(),
    fromAgent: text("from_agent").notNull(),
    toAgent: text("to_agent").notNull(),
    ...sizes(),
  },
  (table) => [
    primaryKey({
      name: "ungoverned_by_pair_day_pkey",
      columns: [table.workspaceId, table.day, table.kind, table.fromAgent, table.toAgent],
    }),
  ],
);
