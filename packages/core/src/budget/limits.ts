import { z } from "zod";
import { DEFAULT_WINDOW_TOKENS } from "./window";

const Tokens = z.int().positive();
const Share = z.number().min(0).max(1);

/**
 * All limits of a context, with defaults. Sizes are in tokens (`cl100k_base`), shares are of the context
 * window. A missing key has its default; an unknown one is rejected, because a misspelled limit would have no
 * effect.
 */
export const BudgetLimits = z.strictObject({
  /** The receiver model's context window. */
  windowTokens: Tokens.default(DEFAULT_WINDOW_TOKENS),
  /** Share of the window that may be filled before the receiver starts. */
  targetShare: Share.default(0.4),
  /** Share of the window kept free for unexpected needs. */
  reserveShare: Share.default(0.2),

  systemPromptTokens: Tokens.default(10_000),
  historyTokens: Tokens.default(20_000),
  incomingHandoffTokens: Tokens.default(10_000),
  workingMemoryTokens: Tokens.default(40_000),
  responseTokens: Tokens.default(10_000),

  /** A manifest, in compact JSON without its `context_budget`. */
  manifestTokens: Tokens.default(1_000),
  /** All files that a manifest lists as required reading. */
  requiredReadingTokens: Tokens.default(2_000),
  /** Manifest and required reading together. */
  handoffTokens: Tokens.default(10_000),
  /** Tokens an agent may use for its work in a workflow. */
  agentWorkTokens: Tokens.default(40_000),
  /** The value of `context_budget.total_available_tokens`; nothing is measured against it. */
  totalAvailableTokens: Tokens.default(68_000),
});
export type BudgetLimits = Readonly<z.infer<typeof BudgetLimits>>;

/** Default limits. */
export const DEFAULT_BUDGET_LIMITS: BudgetLimits = Object.freeze(BudgetLimits.parse({}));
