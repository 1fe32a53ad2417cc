import { HANDOFF_KINDS, HANDOFF_MODES } from "@baton/core";
import { index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { causeTotals, total, workspaceId } from "./columns";
import { type Span, spanStart } from "./span";

/**
 * The sums that each roll-up of savings holds. Enforced context handoffs
 * alone enter them; observed ones stand apart.
 */
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

/**
 * Savings by rule, mode and model, for prices of rules, which go by models. No rule: `rule_id` is ''; no
 * model recorded: `to_model` is ''.
 */
const savingsByRule = (span: Span) =>
  pgTable(
    `savings_by_rule_${span}`,
    {
      workspaceId: workspaceId(),
      start: spanStart(span),
      ruleId: text("rule_id").notNull(),
      mode: text("mode", { enum: HANDOFF_MODES }).notNull(),
      toModel: text("to_model").notNull(),
      ...sums(),
    },
    (table) => [
      primaryKey({
        name: `savings_by_rule_${span}_pkey`,
        columns: [table.workspaceId, table.start, table.ruleId, table.mode, table.toModel],
      }),
      index(`savings_by_rule_${span}_rule`).on(table.workspaceId, table.ruleId, table.start),
    ],
  );
export const savingsByRuleHour = savingsByRule("hour");
export const savingsByRuleDay = savingsByRule("day");
export const savingsByRuleWeek = savingsByRule("week");

/**
 * Savings by rule and mode, of which a rule has one for most of its handoffs: what views of rules read. Its
 * weeks are those of `savingsByRule`.
 */
const savingsByRuleAndMode = (span: Span) =>
  pgTable(
    `savings_by_rule_and_mode_${span}`,
    {
      workspaceId: workspaceId(),
      start: spanStart(span),
      ruleId: text("rule_id").notNull(),
      mode: text("mode", { enum: HANDOFF_MODES }).notNull(),
      ...sums(),
    },
    (table) => [
      primaryKey({
        name: `savings_by_rule_and_mode_${span}_pkey`,
        columns: [table.workspaceId, table.start, table.ruleId, table.mode],
      }),
      index(`savings_by_rule_and_mode_${span}_rule`).on(table.workspaceId, table.ruleId, table.start),
    ],
  );
export const savingsByRuleAndModeHour = savingsByRuleAndMode("hour");
export const savingsByRuleAndModeDay = savingsByRuleAndMode("day");

/**
 * Savings by pair of agents and all that they can be narrowed to beside it. Sums of before rules and modes
 * were told apart here, of handoffs that are gone, have `rule_id` and `mode` ''.
 */
const savingsByPair = (span: Span) =>
  pgTable(
    `savings_by_pair_${span}`,
    {
      workspaceId: workspaceId(),
      start: spanStart(span),
      fromAgent: text("from_agent").notNull(),
      toAgent: text("to_agent").notNull(),
      ruleId: text("rule_id").notNull(),
      mode: text("mode", { enum: [...HANDOFF_MODES, ""] }).notNull(),
      toModel: text("to_model").notNull(),
      ...sums(),
    },
    (table) => [
      primaryKey({
        name: `savings_by_pair_${span}_pkey`,
        columns: [
          table.workspaceId,
          table.start,
          table.fromAgent,
          table.toAgent,
          table.ruleId,
          table.mode,
          table.toModel,
        ],
      }),
      index(`savings_by_pair_${span}_pair`).on(
        table.workspaceId,
        table.fromAgent,
        table.toAgent,
        table.start,
      ),
    ],
  );
export const savingsByPairHour = savingsByPair("hour");
export const savingsByPairQuarterDay = savingsByPair("quarter_day");
export const savingsByPairDay = savingsByPair("day");
export const savingsByPairWeek = savingsByPair("week");

/** Savings by receiver, for how full windows are, and for views that are narrowed to a receiver. */
const savingsByReceiver = (span: Span) =>
  pgTable(
    `savings_by_receiver_${span}`,
    {
      workspaceId: workspaceId(),
      start: spanStart(span),
      toAgent: text("to_agent").notNull(),
      ...sums(),
    },
    (table) => [
      primaryKey({
        name: `savings_by_receiver_${span}_pkey`,
        columns: [table.workspaceId, table.start, table.toAgent],
      }),
    ],
  );
export const savingsByReceiverHour = savingsByReceiver("hour");
export const savingsByReceiverDay = savingsByReceiver("day");

/** All savings of a workspace, for views that are narrowed by nothing: one row a span. */
const savingsByWorkspace = (span: Span) =>
  pgTable(
    `savings_by_workspace_${span}`,
    { workspaceId: workspaceId(), start: spanStart(span), ...sums() },
    (table) => [
      primaryKey({ name: `savings_by_workspace_${span}_pkey`, columns: [table.workspaceId, table.start] }),
    ],
  );
export const savingsByWorkspaceHour = savingsByWorkspace("hour");
export const savingsByWorkspaceDay = savingsByWorkspace("day");

/** Savings by mode and model, for views that are narrowed to a mode, and for prices, which go by models. */
const savingsByMode = (span: Span) =>
  pgTable(
    `savings_by_mode_${span}`,
    {
      workspaceId: workspaceId(),
      start: spanStart(span),
      mode: text("mode", { enum: HANDOFF_MODES }).notNull(),
      toModel: text("to_model").notNull().default(""),
      ...sums(),
    },
    (table) => [
      primaryKey({
        name: `savings_by_mode_${span}_pkey`,
        columns: [table.workspaceId, table.start, table.mode, table.toModel],
      }),
    ],
  );
export const savingsByModeHour = savingsByMode("hour");
export const savingsByModeDay = savingsByMode("day");

/** How many, and of those whose size was recorded how many and how large, in tokens. */
const sizes = () => ({
  handoffCount: total("handoff_count"),
  beforeCount: total("before_count"),
  beforeTokens: total("before_tokens"),
  afterCount: total("after_count"),
  afterTokens: total("after_tokens"),
});

/** Handoffs that no policy governs (calls of subagents, their returns, spans) by kind and pair of agents. */
const ungovernedByPair = (span: Span) =>
  pgTable(
    `ungoverned_by_pair_${span}`,
    {
      workspaceId: workspaceId(),
      start: spanStart(span),
      kind: text("kind", { enum: HANDOFF_KINDS }).notNull(),
      fromAgent: text("from_agent").notNull(),
      toAgent: text("to_agent").notNull(),
      ...sizes(),
    },
    (table) => [
      primaryKey({
        name: `ungoverned_by_pair_${span}_pkey`,
        columns: [table.workspaceId, table.start, table.kind, table.fromAgent, table.toAgent],
      }),
    ],
  );
export const ungovernedByPairHour = ungovernedByPair("hour");
export const ungovernedByPairDay = ungovernedByPair("day");

/**
 * Fields that were blocked in enforced contexts, by path: in how many
 * handoffs, and how many tokens that took out.
 */
const blockedByField = (span: Span) =>
  pgTable(
    `blocked_by_field_${span}`,
    {
      workspaceId: workspaceId(),
      start: spanStart(span),
      path: text("path").notNull(),
      handoffCount: total("handoff_count"),
      tokens: total("tokens"),
    },
    (table) => [
      primaryKey({
        name: `blocked_by_field_${span}_pkey`,
        columns: [table.workspaceId, table.start, table.path],
      }),
    ],
  );
export const blockedByFieldHour = blockedByField("hour");
export const blockedByFieldDay = blockedByField("day");
