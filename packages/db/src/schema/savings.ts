import { CAUSES } from "@baton/core";
import { HANDOFF_MODES } from "@baton/core/policy";
import { COMPACTION_TRIGGERS, HANDOFF_KINDS } from "@baton/core/session";
import { type AnyPgColumn, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { causeTotals, moment, total, workspaceId } from "./columns";
import { spanColumns } from "./span";

/*
 * The rollups. A row has the sums of a time span (UTC), keyed by the columns after the span. A missing value
 * is '' in a key.
 */

/**
 * Totals of enforced context handoffs, sizes in tokens; `observed…` counts what observe mode would have
 * saved.
 */
const savingsTotals = () => ({
  handoffCount: total("handoff_count"),
  beforeTokens: total("before_tokens"),
  afterTokens: total("after_tokens"),
  savedTokens: total("saved_tokens"),
  ...causeTotals(),
  summarizerTokens: total("summarizer_tokens"),
  /** Handoffs in which a field was blocked. */
  blockedCount: total("blocked_count"),
  observedCount: total("observed_count"),
  observedSavedTokens: total("observed_saved_tokens"),
});

const ruleColumns = () => ({
  ruleId: text("rule_id").notNull(),
  mode: text("mode", { enum: HANDOFF_MODES }).notNull(),
  toModel: text("to_model").notNull(),
});

const pairColumns = () => ({
  fromAgent: text("from_agent").notNull(),
  toAgent: text("to_agent").notNull(),
});

/** Savings by pair of agents and all other filters. */
export const savingsByPair = pgTable(
  "savings_by_pair",
  { ...spanColumns(), ...pairColumns(), ...ruleColumns(), ...savingsTotals() },
  (table) => [keyOf(table, [table.fromAgent, table.toAgent, table.ruleId, table.mode, table.toModel])],
);

/** Savings by rule, mode and model, for views that name no agent. */
export const savingsByRule = pgTable(
  "savings_by_rule",
  { ...spanColumns(), ...ruleColumns(), ...savingsTotals() },
  (table) => [keyOf(table, [table.ruleId, table.mode, table.toModel])],
);

/** All savings of a workspace, for views without filters; one row per span. */
export const savingsByWorkspace = pgTable(
  "savings_by_workspace",
  { ...spanColumns(), ...savingsTotals() },
  (table) => [keyOf(table, [])],
);

/**
 * Handoffs without a policy (delegations, their returns, spans): their number, and the number and tokens of
 * those with a recorded size.
 */
export const ungovernedByPair = pgTable(
  "ungoverned_by_pair",
  {
    ...spanColumns(),
    kind: text("kind", { enum: HANDOFF_KINDS }).notNull(),
    ...pairColumns(),
    handoffCount: total("handoff_count"),
    beforeCount: total("before_count"),
    beforeTokens: total("before_tokens"),
    afterCount: total("after_count"),
    afterTokens: total("after_tokens"),
  },
  (table) => [keyOf(table, [table.kind, table.fromAgent, table.toAgent])],
);

/** Blocked fields of enforced contexts: number of handoffs, and removed tokens. */
export const blockedByField = pgTable(
  "blocked_by_field",
  {
    ...spanColumns(),
    path: text("path").notNull(),
    handoffCount: total("handoff_count"),
    tokens: total("tokens"),
  },
  (table) => [keyOf(table, [table.path])],
);

/** Outcome of a field in a handoff: passed, or the cause that removed some of it. */
export const FIELD_OUTCOMES = ["passed", ...CAUSES] as const;

/**
 * Fields of contexts by pair, rule and outcome: in how many handoffs, and their tokens before and after. Rows are
 * days (UTC), because a handoff has many fields.
 */
export const fieldByPair = pgTable(
  "field_by_pair",
  {
    workspaceId: workspaceId(),
    start: moment("start").notNull(),
    /** Hash of the path, pair, rule and outcome, which together are too long for an index. */
    flow: text("flow").notNull(),
    path: text("path").notNull(),
    /** Last key of the path: the name that users know. */
    name: text("name").notNull(),
    ...pairColumns(),
    ruleId: text("rule_id").notNull(),
    outcome: text("outcome", { enum: FIELD_OUTCOMES }).notNull(),
    handoffCount: total("handoff_count"),
    beforeTokens: total("before_tokens"),
    afterTokens: total("after_tokens"),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.start, table.flow] }),
    index("field_by_pair_name").on(table.workspaceId, table.name, table.start),
    index("field_by_pair_from").on(table.workspaceId, table.fromAgent, table.start),
    index("field_by_pair_to").on(table.workspaceId, table.toAgent, table.start),
    index("field_by_pair_rule").on(table.workspaceId, table.ruleId, table.start),
  ],
);

/** Compactions by agent and trigger. These totals outlive the compactions. */
export const compactionsByAgent = pgTable(
  "compactions_by_agent",
  {
    ...spanColumns(),
    agent: text("agent").notNull(),
    trigger: text("trigger", { enum: [...COMPACTION_TRIGGERS, ""] }).notNull(),
    compactionCount: total("compaction_count"),
    /** Number of compactions with both sizes recorded, which are those whose tokens are summed. */
    measuredCount: total("measured_count"),
    beforeTokens: total("before_tokens"),
    afterTokens: total("after_tokens"),
  },
  (table) => [keyOf(table, [table.agent, table.trigger])],
);

type SpanColumn<Table extends string> = AnyPgColumn<{ tableName: Table }>;

function keyOf<Table extends string>(
  { workspaceId, span, start }: Record<"workspaceId" | "span" | "start", SpanColumn<Table>>,
  reportedBy: SpanColumn<Table>[],
) {
  return primaryKey({ columns: [workspaceId, span, start, ...reportedBy] });
}
