import { ALL_SPANS, SPANS } from "../schema/index";

/**
 * The roll-ups of savings, each with what its rows are told apart by
 * beside time, and the spans that it is kept for.
 */
export const SAVINGS_ROLL_UPS = {
  rule: { keys: ["rule_id", "mode", "to_model"], spans: [...SPANS, "week"] },
  rule_and_mode: { keys: ["rule_id", "mode"], spans: SPANS },
  pair: { keys: ["from_agent", "to_agent", "rule_id", "mode", "to_model"], spans: ALL_SPANS },
  mode: { keys: ["mode", "to_model"], spans: SPANS },
  receiver: { keys: ["to_agent"], spans: SPANS },
  workspace: { keys: [], spans: SPANS },
} as const;
export type SavingsRollUp = keyof typeof SAVINGS_ROLL_UPS;

/**
 * Where the weeks stand of what is ranked: those by rule know the model beside
 * the mode, which adds few rows to so few spans.
 */
export const WEEKS_OF: Partial<Record<SavingsRollUp, "rule" | "pair">> = {
  rule_and_mode: "rule",
  pair: "pair",
};

/** The sums that are made of a column of handoffs. */
export const SUMS_OF_HANDOFFS = [
  "before_tokens",
  "after_tokens",
  "saved_tokens",
  "saved_by_mode",
  "saved_by_not_allowed",
  "saved_by_blocked",
  "saved_by_dropped",
  "saved_by_extracted",
  "saved_by_summarized",
  "added_tokens",
  "summarizer_tokens",
];

/** What rows hold beside what they are told apart by. */
export const SUMS = [
  "handoff_count",
  ...SUMS_OF_HANDOFFS,
  "blocked_count",
  "observed_count",
  "observed_saved_tokens",
];
