import { z } from "zod";
import { BudgetLimits } from "../budget/limits";
import { AgentId } from "../session/agent-id";
import { DEFAULT_AGENT_REGISTRY } from "./manifest";

/**
 * Effect of a manifest with errors: only measure (`observe`), warn (`warn`), or block the workflow
 * (`enforce`).
 */
export const ROLLOUT_PHASES = ["observe", "warn", "enforce"] as const;
export type RolloutPhase = (typeof ROLLOUT_PHASES)[number];

/** A registered agent: who answers for it, what it does, and the model it runs on. Texts can be empty. */
export const KnownAgent = z.strictObject({
  owner: z.string().max(200).default(""),
  description: z.string().max(1_000).default(""),
  model: z.string().max(200).default(""),
});
export type KnownAgent = z.infer<typeof KnownAgent>;

/**
 * The setting `handoff_rollout`: the phase of all agents and of single ones, whose manifests need an approval,
 * the limits, and the known agents. Rejects unknown keys, because a misspelled phase would have no effect.
 */
export const HandoffRollout = z.strictObject({
  default: z.enum(ROLLOUT_PHASES).default("observe"),
  agents: z.record(AgentId, z.enum(ROLLOUT_PHASES)).default({}),
  /** True: the gate stops a manifest until a person approves it. */
  approval: z
    .strictObject({
      default: z.boolean().default(false),
      agents: z.record(AgentId, z.boolean()).default({}),
    })
    .prefault({}),
  budgets: BudgetLimits.prefault({}),
  /** Context window in tokens by model; `budgets.windowTokens` for all others. */
  windows: z.record(z.string().min(1).max(200), z.int().positive()).default({}),
  /** Agents besides those of {@link DEFAULT_AGENT_REGISTRY}, by ID. */
  known_agents: z.record(AgentId, KnownAgent).default({}),
});
export type HandoffRollout = z.infer<typeof HandoffRollout>;

/** Returns the phase of an agent; null is one that a manifest does not name. */
export function phaseOf(rollout: HandoffRollout, agent: string | null): RolloutPhase {
  return ownValue(rollout.agents, agent) ?? rollout.default;
}

/** Returns true if the manifests of an agent need an approval; null is one that a manifest does not name. */
export function needsApproval({ approval }: HandoffRollout, agent: string | null): boolean {
  return ownValue(approval.agents, agent) ?? approval.default;
}

/** Returns the limits of an agent: those of all, with the context window of its model, if known. */
export function limitsOf({ budgets, windows, known_agents }: HandoffRollout, agent: string): BudgetLimits {
  const windowTokens = ownValue(windows, ownValue(known_agents, agent)?.model ?? null);
  return windowTokens === undefined ? budgets : { ...budgets, windowTokens };
}

/** Returns the IDs of the known agents: the built-in ones and those of the setting. */
export function knownAgentsOf({ known_agents }: HandoffRollout): string[] {
  return [...new Set([...DEFAULT_AGENT_REGISTRY, ...Object.keys(known_agents)])];
}

function ownValue<Value>(record: Readonly<Record<string, Value>>, key: string | null): Value | undefined {
  return key !== null && Object.hasOwn(record, key) ? record[key] : undefined;
}
