import { type BudgetLimits, DEFAULT_BUDGET_LIMITS } from "../budget/limits";
import { handoffTokens, handoffUtilization } from "../budget/utilization";
import {
  type AgentUsage,
  type MeasuredHandoff,
  WorkflowBudget,
  type WorkflowTotals,
} from "../budget/workflow-budget";
import type { AgentHandoffEvent, WorkflowCompleteEvent, WorkflowStartEvent } from "../session/workflow";

export type WorkflowEvent = WorkflowStartEvent | AgentHandoffEvent | WorkflowCompleteEvent;

/** Appends to a session's file; `append` of `SessionWriter` in `@baton/core/node` implements it. */
export type WriteWorkflowEvent = (event: WorkflowEvent) => Promise<void> | void;

export interface WorkflowLogOptions {
  readonly workflowId: string;
  readonly sessionId: string;
  readonly write: WriteWorkflowEvent;
  /** Milliseconds since 1970. */
  now(): number;
  /** Returns a new event ID: a UUID, preferably version 7. */
  newId(): string;
  readonly limits?: BudgetLimits;
  /** Receives messages about errors and about agents over their budget, without content. */
  log?(message: string): void;
}

/**
 * A handoff of manifests from one agent to the next: their paths
 * below the project's root, their sizes in tokens.
 */
export interface LoggedHandoff extends MeasuredHandoff {
  readonly artifacts: readonly string[];
}

/**
 * Records the events of one workflow. Calculates all sums and shares from the recorded handoffs. The workflow
 * starts when its log is created.
 *
 * Pure apart from its dependencies. A failed write never stops the workflow: it is logged.
 */
export class WorkflowLog {
  readonly #options: WorkflowLogOptions;
  readonly #budget: WorkflowBudget;
  readonly #startedAt: number;

  constructor(options: WorkflowLogOptions) {
    this.#options = options;
    this.#budget = new WorkflowBudget(options.limits ?? DEFAULT_BUDGET_LIMITS);
    this.#startedAt = options.now();
  }

  /**
   * Writes the start of the workflow.
   *
   * @param plan the project's name, and the planned agents in order.
   */
  async start(plan: { projectName: string; agentPlan: readonly string[] }): Promise<void> {
    await this.#write({
      event_type: "workflow_start",
      ...this.#common(),
      project_name: plan.projectName,
      agent_plan: [...plan.agentPlan],
    });
  }

  /**
   * Writes an `agent_handoff` line, and adds the handoff to the budget, even if the write fails.
   *
   * @param handoff its sizes are in tokens, as counted.
   */
  async handOff(handoff: LoggedHandoff): Promise<void> {
    this.#budget.addHandoff(handoff);
    await this.#write({
      event_type: "agent_handoff",
      ...this.#common(),
      from_agent: handoff.fromAgent,
      to_agent: handoff.toAgent,
      artifacts: [...handoff.artifacts],
      context_budget: {
        manifest_tokens: handoff.manifestTokens,
        required_tokens: handoff.requiredTokens,
        total_tokens: handoffTokens(handoff),
        utilization_pct: toPercent(handoffUtilization(handoff, this.#budget.limits)),
      },
    });
  }

  /**
   * Adds to the tokens an agent used for its work, and warns if that exceeds its limit.
   *
   * @param tokens used since it was last tracked.
   */
  trackAgentUsage(agent: string, tokens: number): AgentUsage {
    const usage = this.#budget.trackAgentUsage(agent, tokens);
    if (usage.level === "exceeded") {
      this.#options.log?.(
        `${agent} used ${usage.usedTokens} tokens for its work; its budget is ${usage.limitTokens}`,
      );
    }
    return usage;
  }

  /** Ends the workflow. @returns the totals, as in its last event. */
  async complete({ success }: { success: boolean }): Promise<WorkflowTotals> {
    const sums = this.#budget.sums();
    await this.#write({
      event_type: "workflow_complete",
      ...this.#common(),
      duration_seconds: Math.max(0, Math.round((this.#options.now() - this.#startedAt) / 1_000)),
      success,
      agents_executed: [
        ...new Set(this.#budget.handoffs.flatMap(({ fromAgent, toAgent }) => [fromAgent, toAgent])),
      ],
      context_efficiency: {
        total_handoff_tokens: sums.totalTokens,
        avg_tokens_per_handoff: sums.meanTokens === null ? null : Math.round(sums.meanTokens),
        max_utilization_pct: sums.highestUtilization === null ? null : toPercent(sums.highestUtilization),
        compression_ratio: sums.compressionRatio === null ? null : toTenths(sums.compressionRatio),
      },
    });
    return sums;
  }

  #common() {
    const { newId, now, sessionId, workflowId } = this.#options;
    return {
      event_id: newId(),
      session_id: sessionId,
      workflow_id: workflowId,
      timestamp: new Date(now()).toISOString(),
    };
  }

  async #write(event: WorkflowEvent): Promise<void> {
    const { log, workflowId, write } = this.#options;
    try {
      await write(event);
    } catch {
      log?.(`${workflowId}: ${event.event_type} could not be written`);
    }
  }
}

function toPercent(share: number): number {
  return toTenths(100 * share);
}

function toTenths(number: number): number {
  return Math.round(10 * number) / 10;
}
