import { type BudgetLimits, DEFAULT_BUDGET_LIMITS } from "./limits";
import {
  type AlertLevel,
  alertLevel,
  type HandoffSize,
  handoffTokens,
  handoffUtilization,
} from "./utilization";

/** A handoff of a workflow, in tokens. */
export interface MeasuredHandoff extends HandoffSize {
  readonly fromAgent: string;
  readonly toAgent: string;
  /** The full artifacts that the manifest stands for; null where they were not counted. */
  readonly fullTokens: number | null;
}

/**
 * The handoffs of a workflow, added up. Sizes are in tokens; null
 * stands for what cannot be said, never for zero.
 */
export interface WorkflowSums {
  readonly handoffCount: number;
  readonly totalTokens: number;
  readonly meanTokens: number | null;
  readonly highestTokens: number | null;
  /** Of the largest handoff; the alerts go by it. */
  readonly highestUtilization: number | null;
  /** All handoffs ÷ the budgets of all of them. */
  readonly utilization: number | null;
  /** What the handoffs together left of their budgets; negative where they went over. */
  readonly remainingTokens: number;
  /** The worst of any handoff. */
  readonly level: AlertLevel;
  /**
   * Against the full artifacts, over the handoffs of which they were counted. The mean compression is a ratio
   * of sums: a mean of ratios would let a small handoff count for as much as a large one.
   */
  readonly fullTokens: number;
  readonly compressionRatio: number | null;
  readonly savedTokens: number;
  readonly savedShare: number | null;
}

/** What an agent has used for its work so far, in tokens. */
export interface AgentUsage {
  readonly agent: string;
  readonly usedTokens: number;
  readonly limitTokens: number;
  readonly level: AlertLevel;
}

/** Adds up what is handed over in one workflow, and what its agents use. */
export class WorkflowBudget {
  readonly #limits: BudgetLimits;
  readonly #handoffs: MeasuredHandoff[] = [];
  readonly #usedTokens = new Map<string, number>();

  constructor(limits: BudgetLimits = DEFAULT_BUDGET_LIMITS) {
    this.#limits = limits;
  }

  /** The limits by which it judges, in tokens and shares. */
  get limits(): BudgetLimits {
    return this.#limits;
  }

  /** In the order in which they were added. */
  get handoffs(): readonly MeasuredHandoff[] {
    return this.#handoffs;
  }

  /** Notes a handoff; its sizes are in tokens, and are not checked. */
  addHandoff(handoff: MeasuredHandoff): void {
    this.#handoffs.push(handoff);
  }

  /**
   * Adds to what an agent used for its work; the limit is 40,000 tokens where nobody set another.
   *
   * @param tokens what it used since it was last tracked.
   * @returns all that it used in this workflow; the level is `exceeded` where that is over the limit.
   */
  trackAgentUsage(agent: string, tokens: number): AgentUsage {
    const usedTokens = (this.#usedTokens.get(agent) ?? 0) + tokens;
    this.#usedTokens.set(agent, usedTokens);
    const limitTokens = this.#limits.agentWorkTokens;
    return { agent, usedTokens, limitTokens, level: alertLevel(usedTokens / limitTokens) };
  }

  /** All handoffs so far, added up: sizes in tokens, shares from 0 on, where 1 is the whole budget. */
  sums(): WorkflowSums {
    const sizes = this.#handoffs.map(handoffTokens);
    const handoffCount = sizes.length;
    const totalTokens = sum(sizes);
    const budgetTokens = handoffCount * this.#limits.handoffTokens;
    const highestUtilization =
      handoffCount === 0
        ? null
        : largest(this.#handoffs.map((handoff) => handoffUtilization(handoff, this.#limits)));
    const compared = this.#handoffs.filter(({ fullTokens }) => fullTokens !== null);
    const fullTokens = sum(compared.map((handoff) => handoff.fullTokens ?? 0));
    const comparedTokens = sum(compared.map(handoffTokens));
    return {
      handoffCount,
      totalTokens,
      meanTokens: ratio(totalTokens, handoffCount),
      highestTokens: handoffCount === 0 ? null : largest(sizes),
      highestUtilization,
      utilization: ratio(totalTokens, budgetTokens),
      remainingTokens: budgetTokens - totalTokens,
      level: alertLevel(highestUtilization ?? 0),
      fullTokens,
      compressionRatio: compared.length === 0 ? null : ratio(fullTokens, comparedTokens),
      savedTokens: fullTokens - comparedTokens,
      savedShare: ratio(fullTokens - comparedTokens, fullTokens),
    };
  }
}

function largest(numbers: readonly number[]): number {
  return numbers.reduce((most, number) => Math.max(most, number));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Null where there is nothing to divide by. */
function ratio(dividend: number, divisor: number): number | null {
  return divisor === 0 ? null : dividend / divisor;
}
