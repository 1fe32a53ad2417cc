import { z } from "zod";
import { SUGGESTION_LIMITS } from "../compaction/suggest-compaction";
import type { Objective } from "./progress";

/** Shares of the context window, and the minimum of work between two handoffs. */
export const EXHAUSTION_LIMITS = {
  advisedFrom: SUGGESTION_LIMITS.handoverShare,
  writtenFrom: SUGGESTION_LIMITS.exhaustedShare,
  objectivesTouched: 1,
  toolCalls: 10,
  readsOfOneFile: 3,
} as const;
export type ExhaustionLimits = { readonly [limit in keyof typeof EXHAUSTION_LIMITS]: number };

/** The work of an agent. Counts start with the agent or with its last handoff, whichever is later. */
export interface AgentWork {
  usedTokens: number;
  windowTokens: number;
  objectivesTouched: number;
  toolCalls: number;
  /** True if an objective was just finished. */
  hasFinishedObjective: boolean;
  /** Number of reads per file. */
  fileReads: ReadonlyMap<string, number>;
}

export interface HandoffAdvice {
  /** `write`: hand off now. `advise`: at the next opportunity. */
  action: "go_on" | "advise" | "write";
  /** For users, most severe first. */
  reasons: string[];
  /** True if there are reasons but too little work since the last handoff. */
  isHeldBack: boolean;
}

/**
 * Decides if an agent should hand off: advised from 80 % of its window, required from 85 %; allowed after a
 * finished objective, which is a natural end; and advised at the third read of a file, because the agent has
 * lost its content. A minimum of work (one objective or 10 tool calls) prevents repeated handoffs.
 */
export function adviseHandoff(work: AgentWork, limits: ExhaustionLimits = EXHAUSTION_LIMITS): HandoffAdvice {
  const used = work.usedTokens / work.windowTokens;
  const isFull = used >= limits.writtenFrom;
  const reasons = [
    ...(used >= limits.advisedFrom ? [`${Math.floor(used * 100)} % of the context window is used`] : []),
    ...(work.hasFinishedObjective ? ["an objective is complete"] : []),
    ...[...work.fileReads]
      .filter(([, reads]) => reads >= limits.readsOfOneFile)
      .map(([path, reads]) => `${path} was read ${reads} times`),
  ];
  const hasWorked = work.objectivesTouched >= limits.objectivesTouched || work.toolCalls >= limits.toolCalls;
  if (reasons.length === 0 || !hasWorked) return { action: "go_on", reasons, isHeldBack: reasons.length > 0 };
  return { action: isFull ? "write" : "advise", reasons, isHeldBack: false };
}

/** The result of an agent that handed off before it was done. A wire document. */
export const PartialResult = z.looseObject({
  status: z.literal("partial"),
  partial_progress: z.looseObject({
    stage: z.literal("context_exhaustion_handoff"),
    details: z.string(),
    phases_completed: z.int().nonnegative().optional(),
    phases_total: z.int().nonnegative().optional(),
    handoff_path: z.string(),
  }),
  errors: z.array(z.looseObject({ type: z.string(), recoverable: z.boolean(), recommendation: z.string() })),
});
export type PartialResult = z.infer<typeof PartialResult>;

/**
 * Creates the result of an agent that hands off because its context is full.
 *
 * @param handoffPath     path of the handoff document from the project root.
 * @param usedShare       used share of its window, from 0 to 1.
 * @param phases          finished and total phases; omitted if not counted.
 */
export function partialResult(
  handoffPath: string,
  usedShare: number,
  phases?: { completed: number; total: number },
): PartialResult {
  return {
    status: "partial",
    partial_progress: {
      stage: "context_exhaustion_handoff",
      details: `${Math.floor(usedShare * 100)} % of the context window is used; a successor continues the work.`,
      ...(phases ? { phases_completed: phases.completed, phases_total: phases.total } : {}),
      handoff_path: handoffPath,
    },
    errors: [
      {
        type: "context_exhaustion",
        recoverable: true,
        recommendation: "Start a successor that reads the handoff document first.",
      },
    ],
  };
}

export interface Continuation {
  by: "successor" | "lead";
  remaining: number;
}

/**
 * Decides who continues: a new agent with its own context, or the lead if so little is left that a start
 * costs more.
 *
 * @param leadTakes maximum of remaining objectives for the lead.
 */
export function continuation(objectives: readonly Objective[], leadTakes = 1): Continuation {
  const remaining = objectives.filter(({ isDone }) => !isDone).length;
  return { by: remaining > leadTakes ? "successor" : "lead", remaining };
}
