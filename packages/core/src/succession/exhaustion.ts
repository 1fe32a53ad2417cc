import { z } from "zod";
import type { Objective } from "./progress";

/** Shares of the context window, and the work that has to lie between two handoffs. */
export const EXHAUSTION_LIMITS = {
  advisedFrom: 0.8,
  writtenFrom: 0.85,
  objectivesTouched: 1,
  toolCalls: 10,
  readsOfOneFile: 3,
} as const;
export type ExhaustionLimits = { readonly [limit in keyof typeof EXHAUSTION_LIMITS]: number };

/**
 * An agent at work. What is counted, is counted since its beginning or
 * since its last handoff, whichever came later.
 */
export interface AgentWork {
  usedTokens: number;
  windowTokens: number;
  objectivesTouched: number;
  toolCalls: number;
  /** Whether an objective has just been finished. */
  hasFinishedObjective: boolean;
  /** How often each file was read. */
  fileReads: ReadonlyMap<string, number>;
}

export interface HandoffAdvice {
  /** `write` is to be done now; `advise` at the next opportunity. */
  action: "go_on" | "advise" | "write";
  /** In words, the gravest first. */
  reasons: string[];
  /** Whether there would be reasons, and too little work was done since the last handoff. */
  isHeldBack: boolean;
}

/**
 * Whether an agent should hand over: from 80 % of its window it is advised to, from 85 % it has to; after a
 * finished objective it may, since that is a natural end; and when it reads one file for the third time,
 * since then it has lost what it read. A minimum of work, one objective touched or 10 tool calls, keeps
 * agents from doing nothing but handing over.
 */
export function adviseHandoff(work: AgentWork, limits: ExhaustionLimits = EXHAUSTION_LIMITS): HandoffAdvice {
  const used = work.usedTokens / work.windowTokens;
  const isFull = used >= limits.writtenFrom;
  const reasons = [
    ...(used >= limits.advisedFrom ? [`${Math.floor(used * 100)} % of the context window are used`] : []),
    ...(work.hasFinishedObjective ? ["an objective is finished"] : []),
    ...[...work.fileReads]
      .filter(([, reads]) => reads >= limits.readsOfOneFile)
      .map(([path, reads]) => `${path} was read ${reads} times`),
  ];
  const hasWorked = work.objectivesTouched >= limits.objectivesTouched || work.toolCalls >= limits.toolCalls;
  if (reasons.length === 0 || !hasWorked) return { action: "go_on", reasons, isHeldBack: reasons.length > 0 };
  return { action: isFull ? "write" : "advise", reasons, isHeldBack: false };
}

/** What an agent returns that has handed over before it was done. A wire document. */
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
 * What an agent returns that hands over on a full context.
 *
 * @param handoffPath     the handoff document, from the project's root.
 * @param usedShare       of its context window, from 0 to 1.
 * @param phases          how many are done, of how many; left out where nobody counts them.
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
      details: `${Math.floor(usedShare * 100)} % of the context window are used; the rest of the work is handed over.`,
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
 * Who goes on: a successor with a context of its own, or the lead, where so
 * little is left that starting somebody costs more.
 *
 * @param leadTakes up to how many remaining objectives the lead takes.
 */
export function continuation(objectives: readonly Objective[], leadTakes = 1): Continuation {
  const remaining = objectives.filter(({ isDone }) => !isDone).length;
  return { by: remaining > leadTakes ? "successor" : "lead", remaining };
}
