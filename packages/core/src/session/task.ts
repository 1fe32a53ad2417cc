import { z } from "zod";

export const TASK_PRIORITIES = ["low", "medium", "high"] as const;
export const TASK_STATUSES = ["success", "error", "blocked"] as const;

const common = {
  event_id: z.string().min(1).nullish(),
  session_id: z.string().min(1).nullish(),
  workflow_id: z.string().nullish(),
  timestamp: z.string().nullish(),
};

/** The sending of a task: its document keeps the key names of its own protocol. `tokenBudget` is in tokens. */
export const TaskHandoffEvent = z.looseObject({
  ...common,
  event_type: z.literal("task_handoff"),
  handoff: z.looseObject({
    taskId: z.string().min(1),
    fromAgent: z.string().min(1),
    toAgent: z.string().min(1),
    taskName: z.string(),
    taskDescription: z.string(),
    interfaces: z.record(z.string(), z.string()),
    dependencies: z.array(z.string()),
    criticalNotes: z.array(z.string()),
    testRequirements: z.array(z.string()),
    tokenBudget: z.number(),
    deadline: z.string().optional(),
    priority: z.enum(TASK_PRIORITIES).optional(),
  }),
});
export type TaskHandoffEvent = z.infer<typeof TaskHandoffEvent>;

/** What came back for a task. `tokenUsage` is in tokens, `executionTime` in milliseconds. */
export const TaskResponseEvent = z.looseObject({
  ...common,
  event_type: z.literal("task_response"),
  response: z.looseObject({
    taskId: z.string().min(1),
    agentType: z.string().min(1),
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
  }),
});
export type TaskResponseEvent = z.infer<typeof TaskResponseEvent>;
