import { type BudgetLimits, DEFAULT_BUDGET_LIMITS } from "./limits";
import { contextUtilization, type EnteringContext, enteringTokens } from "./utilization";

/** Parts of a receiver's window, in filling order. */
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
  /** Size of the part in tokens. */
  readonly tokens: number;
  /** Allotted size in tokens. */
  readonly allottedTokens: number;
}

/**
 * The overrun of a part in tokens. `reserve`: all parts together use the reserve, though each one may fit.
 * `target`: more enters than the target share of the window.
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
  /** Tokens kept free for unexpected needs. */
  readonly reserveTokens: number;
  /** Tokens left of the window after parts and reserve; negative if the reserve is used. */
  readonly freeTokens: number;
  /** Tokens that enter the receiver before it starts ÷ its window. */
  readonly contextUtilization: number;
  readonly overruns: readonly Overrun[];
}

/**
 * Allots a receiver's window to its five parts and a reserve, and returns overruns.
 *
 * @param sizes known sizes in tokens; unknown parts are planned with their allotment.
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
