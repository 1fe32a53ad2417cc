import { countOf } from "@baton/core/internal";
import {
  alertLevel,
  type BudgetLimits,
  DEFAULT_BUDGET_LIMITS,
  handoffUtilization,
  WorkflowBudget,
  type WorkflowTotals,
} from "@baton/core/tokens";
import type { Command } from "commander";
import { CommandError } from "../command-error";
import { locateProject } from "../manifest-place";
import {
  formatCount,
  formatPercent,
  formatRatio,
  formatRows,
  JSON_OPTION,
  printJson,
  printText,
} from "../output";
import { readServerSettings, SERVER_OPTION } from "../server-settings";
import { type HandoffStep, measureManifests, readHandoffs } from "./workflow-context/handoff-steps";

/** `baton workflow-context`: print the context size of a workflow's handoffs, and their savings. */
export function registerWorkflowContext(program: Command): void {
  program
    .command("workflow-context")
    .summary("add up the required reading of a workflow's agents")
    .description(
      "Add up the required reading of a workflow's agents in tokens, compared with the full artifacts. Each manifest of\nthe project counts once; with --workflow, each handoff in the project's session files.\nWith BATON_API_KEY, the limits of the server apply.",
    )
    .argument("[folder]", "project root, or a folder below its artifacts", ".")
    .option("--workflow <id>", "workflow ID, found in the events of sessions/*.jsonl")
    .option(...SERVER_OPTION)
    .option(...JSON_OPTION)
    .action(showContext);
}

async function showContext(
  folder: string,
  options: { workflow?: string; server?: string; json?: true },
): Promise<void> {
  const root = await locateProject(folder);
  const limits = (await readServerSettings(options.server))?.rollout?.budgets ?? DEFAULT_BUDGET_LIMITS;
  const workflowId = options.workflow ?? null;
  const manifests = await measureManifests(root);
  const steps = workflowId === null ? manifests : await readHandoffs(root, workflowId, manifests);
  if (steps.length === 0) {
    throw new CommandError(
      workflowId === null
        ? `${folder} has no manifest below artifacts/. Pass the root of a project that has one.`
        : `${folder} has no session file with a handoff in ${workflowId}. Check the ID.`,
    );
  }
  const budget = new WorkflowBudget(limits);
  for (const step of steps) budget.addHandoff(step);
  const sums = budget.sums();
  if (options.json)
    return printJson({
      workflow_id: workflowId,
      handoffs: steps.map((step) => toJson(step, limits)),
      ...totalsToJson(sums),
    });
  printText(describe(steps, sums, limits));
}

/** Sizes in tokens, shares from 0 to 1; null if unknown. */
function toJson(step: HandoffStep, limits: BudgetLimits) {
  const utilization = handoffUtilization(step, limits);
  return {
    from_agent: step.fromAgent,
    to_agent: step.toAgent,
    artifact_type: step.artifactType,
    artifacts: step.artifacts,
    manifest_tokens: step.manifestTokens,
    required_tokens: step.requiredTokens,
    total_tokens: step.manifestTokens + step.requiredTokens,
    handoff_utilization: utilization,
    level: alertLevel(utilization),
    full_tokens: step.fullTokens,
  };
}

function totalsToJson(sums: WorkflowTotals) {
  return {
    total_tokens: sums.totalTokens,
    mean_tokens: sums.meanTokens,
    highest_tokens: sums.highestTokens,
    highest_utilization: sums.highestUtilization,
    utilization: sums.utilization,
    remaining_tokens: sums.remainingTokens,
    level: sums.level,
    full_tokens: sums.fullTokens,
    compression_ratio: sums.compressionRatio,
    saved_tokens: sums.savedTokens,
    saved_share: sums.savedShare,
  };
}

function describe(steps: readonly HandoffStep[], sums: WorkflowTotals, limits: BudgetLimits): string {
  const rows = steps.map((step): [string, ...string[]] => [
    formatCount(step.manifestTokens + step.requiredTokens),
    step.artifactType ?? "not found",
    `${step.fromAgent} → ${step.toAgent === "" ? "anyone" : step.toAgent}`,
    `${formatPercent(handoffUtilization(step, limits))} of ${formatCount(limits.handoffTokens)}`,
  ]);
  const handoffs = countOf(steps.length, "handoff");
  return [
    "Required reading:",
    formatRows([...rows, [formatCount(sums.totalTokens), `in ${handoffs}`]]),
    "",
    `Mean: ${formatCount(sums.meanTokens ?? 0)} tokens. Highest: ${formatCount(sums.highestTokens ?? 0)}, ${formatPercent(sums.highestUtilization ?? 0)} of a handoff's budget: ${sums.level}.`,
    `Share of all budgets: ${formatPercent(sums.utilization ?? 0)}; ${formatCount(sums.remainingTokens)} tokens are left.`,
    describeSavings(sums),
  ].join("\n");
}

function describeSavings({ compressionRatio, fullTokens, savedShare, savedTokens }: WorkflowTotals): string {
  if (compressionRatio === null || savedShare === null) {
    return "Savings unknown: no full artifacts to compare with.";
  }
  return `Full artifacts: ${formatCount(fullTokens)} tokens. Saved: ${formatCount(savedTokens)}, ${formatPercent(savedShare)}; ${formatRatio(compressionRatio)} smaller.`;
}
