import { z } from "zod";
import { plainJson } from "../scoping/plain-json";
import { countTokens } from "../tokens/count-tokens";

export const TASK_PRIORITIES = ["low", "medium", "high"] as const;
export type TaskPriority = (typeof TASK_PRIORITIES)[number];

export const TASK_STATUSES = ["success", "error", "blocked"] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

/**
 * What fits into a task handoff. Lengths of text are in Unicode code points, sizes in tokens (`cl100k_base`).
 */
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
  /** What a whole handoff should stay under. */
  targetTokens: 500,
} as const;

const Name = z.string().min(1);

/**
 * One task, given to one agent with the least that it needs, in the key names of its own
 * protocol. `tokenBudget` is in tokens, `deadline` is ISO 8601, `interfaces` go by name and hold
 * types and signatures of TypeScript, `dependencies` are paths of files to read. Unknown keys are
 * kept. This is the one definition of its shape; its limits are `TASK_LIMITS`, since a document
 * beyond them is to be read and shown all the same.
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

/**
 * What came back for a task. `tokenUsage` is in tokens,
 * `executionTime` in milliseconds. Unknown keys are kept.
 */
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
 * The size of a task handoff, in tokens (`cl100k_base`): of its compact JSON,
 * with its keys in the order in which they stand.
 *
 * @param document parsed from JSON, a task handoff or not.
 * @throws ScopingError where there are more than 5,000,000 pieces of it.
 */
export function taskHandoffTokens(document: unknown): number {
  return countTokens(plainJson(document));
}
