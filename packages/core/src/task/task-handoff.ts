import { z } from "zod";
import { plainJson } from "../scoping/plain-json";
import { countTokens } from "../tokens/count-tokens";

export const TASK_PRIORITIES = ["low", "medium", "high"] as const;
export type TaskPriority = (typeof TASK_PRIORITIES)[number];

export const TASK_STATUSES = ["success", "error", "blocked"] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

/** Limits of a task handoff. Text lengths are Unicode code points, sizes are tokens (`cl100k_base`). */
export const TASK_LIMITS = {
  taskNameLength: 50,
  taskDescriptionLength: 200,
  criticalNotes: 3,
  criticalNoteLength: 100,
  dependencies: 5,
  testRequirements: 3,
  /** Both ends are allowed. */
  minTokenBudget: 500,
  maxTokenBudget: 3_000,
  /** Recommended maximum of a whole handoff. */
  targetTokens: 500,
} as const;

const Name = z.string().min(1);

/**
 * A task for an agent with only the context it needs, with the keys of its own protocol. `tokenBudget` is in
 * tokens, `deadline` is ISO 8601, `interfaces` has TypeScript types and signatures by name, `dependencies`
 * are paths of files to read. Keeps unknown keys. This is the only definition of its form; the limits are in
 * `TASK_LIMITS`, so that a document that exceeds them can still be read and shown.
 */
export const TaskHandoff = z.looseObject({
  taskId: Name,
  fromAgent: Name,
  toAgent: Name,
  taskName: z.string(),
  taskDescription: z.string(),
  interfaces: z.record(z.string(), z.string()),
  dependencies: z.array(z.string()),
  criticalNotes: z.array(z.string()),
  testRequirements: z.array(z.string()),
  tokenBudget: z.number(),
  deadline: z.string().optional(),
  priority: z.enum(TASK_PRIORITIES).optional(),
});
export type TaskHandoff = z.infer<typeof TaskHandoff>;

/** The response to a task. `tokenUsage` is in tokens, `executionTime` in milliseconds. Keeps unknown keys. */
export const TaskResponse = z.looseObject({
  taskId: Name,
  agentType: Name,
  status: z.enum(TASK_STATUSES),
  filesModified: z.array(z.string()),
  filesCreated: z.array(z.string()),
  interfaces: z.record(z.string(), z.string()),
  exports: z.array(z.string()),
  tests: z.array(z.string()),
  tokenUsage: z.number().nonnegative(),
  executionTime: z.number().nonnegative(),
  warnings: z.array(z.string()),
  errors: z.array(z.string()).optional(),
  blockers: z.array(z.string()).optional(),
});
export type TaskResponse = z.infer<typeof TaskResponse>;

/**
 * Returns the size of a task handoff in tokens (`cl100k_base`): its compact JSON in key order.
 *
 * @param document parsed JSON of any kind.
 * @throws ScopingError if it has more than 5,000,000 pieces.
 */
export function taskHandoffTokens(document: unknown): number {
  return countTokens(plainJson(document));
}
