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
  /** Size of the full artifacts behind the manifest; null if not counted. */
  readonly fullTokens: number | null;
}

/** Totals of a workflow's handoffs. Sizes are tokens; null means unknown, never zero. */
export interface WorkflowTotals {
  readonly handoffCount: number;
  readonly totalTokens: number;
  readonly meanTokens: number | null;
  readonly highestTokens: number | null;
  /** Utilization of the largest handoff, used by alerts. */
  readonly highestUtilization: number | null;
  /** Tokens of all handoffs ÷ their total budget. */
  readonly utilization: number | null;
  /** Unused budget of all handoffs; negative if they exceeded it. */
  readonly remainingTokens: number;
  /** The highest level of any handoff. */
  readonly level: AlertLevel;
  /**
   * Compared with the full artifacts, over the handoffs whose artifacts were counted. The compression is a
   * ratio of totals: in a mean of ratios, a small handoff would count as much as a large one.
   */
  readonly fullTokens: number;
  readonly compressionRatio: number | null;
  readonly savedTokens: number;
  readonly savedShare: number | null;
}

/** Tokens an agent used for its work so far. */
export interface AgentUsage {
  readonly agent: string;
  readonly usedTokens: number;
  readonly limitTokens: number;
  readonly level: AlertLevel;
}

/** Sums the handoffs of a workflow and the usage of its agents. */
export class WorkflowBudget {
  readonly #limits: BudgetLimits;
  readonly #handoffs: MeasuredHandoff[] = [];
  readonly #usedTokens = new Map<string, number>();

  constructor(limits: BudgetLimits = DEFAULT_BUDGET_LIMITS) {
    this.#limits = limits;
  }

  /** Returns the limits in tokens and shares. */
  get limits(): BudgetLimits {
    return this.#limits;
  }

  /** The handoffs in the order in which they were added. */
  get handoffs(): readonly MeasuredHandoff[] {
    return this.#handoffs;
  }

  /** Adds a handoff; its sizes are in tokens and are not checked. */
  addHandoff(handoff: MeasuredHandoff): void {
    this.#handoffs.push(handoff);
  }

  /**
   * Adds to an agent's usage; the default limit is 40,000 tokens.
   *
   * @param tokens usage since the last call.
   * @returns its total in this workflow; the level is `exceeded` if that is over the limit.
   */
  trackAgentUsage(agent: string, tokens: number): AgentUsage {
    const usedTokens = (this.#usedTokens.get(agent) ?? 0) + tokens;
    this.#usedTokens.set(agent, usedTokens);
    const limitTokens = this.#limits.agentWorkTokens;
    return { agent, usedTokens, limitTokens, level: alertLevel(usedTokens / limitTokens) };
  }

  /**
   * Returns the totals of all handoffs so far: sizes in tokens, shares from 0, where 1 is the whole budget.
   */
  sums(): WorkflowTotals {
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

/** Returns null if the divisor is zero. */
function ratio(dividend: number, divisor: number): number | null {
  return divisor === 0 ? null : dividend / divisor;
}
