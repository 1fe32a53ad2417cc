import { type BudgetLimits, DEFAULT_BUDGET_LIMITS } from "./limits";
import { contextUtilization, type EnteringContext, enteringTokens } from "./utilization";

/** What a receiver's window is divided into, in the order in which it fills. */
export const CONTEXT_PARTS = [
  "systemPrompt",
  "history",
  "incomingHandoff",
  "workingMemory",
  "response",
] as const;
export type ContextPart = (typeof CONTEXT_PARTS)[number];

export interface PlannedPart {
  readonly part: ContextPart;
  /** What the part takes, in tokens. */
  readonly tokens: number;
  /** What it is allotted, in tokens. */
  readonly allottedTokens: number;
}

/**
 * What does not fit, and by how many tokens. `reserve`: the parts together leave less
 * free than is kept in reserve, though none need be too large for itself. `target`: more
 * enters than the target share of the window.
 */
export interface Overrun {
  readonly of: ContextPart | "reserve" | "target";
  readonly tokens: number;
  readonly limitTokens: number;
  readonly excessTokens: number;
}

export interface ContextPlan {
  readonly parts: readonly PlannedPart[];
  /** All parts together, in tokens. */
  readonly usedTokens: number;
  /** What is kept free for what nobody foresaw, in tokens. */
  readonly reserveTokens: number;
  /**
   * What is left of the window beyond parts and reserve, in tokens; negative where the reserve is drawn on.
   */
  readonly freeTokens: number;
  /** What enters the receiver before it begins ÷ its window. */
  readonly contextUtilization: number;
  readonly overruns: readonly Overrun[];
}

/**
 * Allots a receiver's window to its five parts and a reserve, and says what does not fit.
 *
 * @param sizes what parts are known to take, in tokens; one that is not
 *   known is planned at all that it is allotted.
 * @param limits window, allotments, reserve and target.
 */
export function planContext(
  sizes: Readonly<Partial<Record<ContextPart, number>>> = {},
  limits: BudgetLimits = DEFAULT_BUDGET_LIMITS,
): ContextPlan {
  const tokensOf = (part: ContextPart) => sizes[part] ?? limits[`${part}Tokens`];
  const parts = CONTEXT_PARTS.map((part) => ({
    part,
    tokens: tokensOf(part),
    allottedTokens: limits[`${part}Tokens`],
  }));
  const usedTokens = parts.reduce((sum, { tokens }) => sum + tokens, 0);
  const reserveTokens = Math.ceil(limits.reserveShare * limits.windowTokens);
  const entering: EnteringContext = {
    systemPromptTokens: tokensOf("systemPrompt"),
    historyTokens: tokensOf("history"),
    incomingHandoffTokens: tokensOf("incomingHandoff"),
  };
  return {
    parts,
    usedTokens,
    reserveTokens,
    freeTokens: limits.windowTokens - reserveTokens - usedTokens,
    contextUtilization: contextUtilization(entering, limits),
    overruns: [
      ...parts.flatMap(({ part, tokens, allottedTokens }) => overrun(part, tokens, allottedTokens)),
      ...overrun("reserve", usedTokens, limits.windowTokens - reserveTokens),
      ...overrun("target", enteringTokens(entering), Math.floor(limits.targetShare * limits.windowTokens)),
    ],
  };
}

function overrun(of: Overrun["of"], tokens: number, limitTokens: number): Overrun[] {
  return tokens > limitTokens ? [{ of, tokens, limitTokens, excessTokens: tokens - limitTokens }] : [];
}
