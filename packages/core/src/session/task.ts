import { z } from "zod";
import { TaskHandoff, TaskResponse } from "../task/task-handoff";
import { TokenCount } from "./token-count";

/** Steps of a handoff until it is sent, in order. */
const TASK_HANDOFF_STEPS = ["create", "validate", "estimate", "send"] as const;
export type TaskHandoffStep = (typeof TASK_HANDOFF_STEPS)[number];

/** Steps of the response, in order. */
const TASK_RESPONSE_STEPS = ["respond", "validate", "update_hub"] as const;
export type TaskResponseStep = (typeof TASK_RESPONSE_STEPS)[number];

/** All steps of a task in order; the validation of the response has its own name. */
export const TASK_STEPS = [...TASK_HANDOFF_STEPS, "respond", "validate_response", "update_hub"] as const;
export type TaskStepName = (typeof TASK_STEPS)[number];

const SizeChange = z.object({ before: TokenCount, after: TokenCount });

/** Effect of the compression on the parts of a handoff, and on the whole. */
const SizeChanges = z.object({
  interfaces: SizeChange,
  notes: SizeChange,
  dependencies: SizeChange,
  handoff: SizeChange,
});
export type SizeChanges = z.infer<typeof SizeChanges>;

/** A finding without its message, which may quote the document. */
export const FindingCode = z.object({ code: z.string(), severity: z.string(), path: z.string() });
export type FindingCode = z.infer<typeof FindingCode>;

const common = {
  event_id: z.string().min(1).nullish(),
  session_id: z.string().min(1).nullish(),
  workflow_id: z.string().nullish(),
  timestamp: z.string().nullish(),
  task_id: z.string().min(1).nullish(),
  /** Identifies the handoff within the session, in all of its events. */
  attempt_id: z.string().min(1).nullish(),
  /** In step `validate`: true without findings of severity `error`. */
  accepted: z.boolean().nullish(),
  findings: z.array(FindingCode.loose()).nullish(),
};

/**
 * A step of a task handoff; without `step` it was sent. The first event contains the document, unless its
 * form was invalid. Sizes are tokens.
 */
export const TaskHandoffEvent = z
  .looseObject({
    ...common,
    event_type: z.literal("task_handoff"),
    step: z.enum(TASK_HANDOFF_STEPS).nullish(),
    handoff: TaskHandoff.nullish(),
    handoff_tokens: TokenCount.nullish(),
    /** Effect of the compression before the creation. */
    compression: SizeChanges.nullish(),
    /** In step `estimate`: expected tokens of the task. */
    estimated_tokens: TokenCount.nullish(),
  })
  .refine(({ step, handoff }) => step != null || handoff != null, {
    path: ["handoff"],
    error: "a task handoff without a step has its document",
  });
export type TaskHandoffEvent = z.infer<typeof TaskHandoffEvent>;

/** A step of a task response; without `step`, the response itself. */
export const TaskResponseEvent = z
  .looseObject({
    ...common,
    event_type: z.literal("task_response"),
    step: z.enum(TASK_RESPONSE_STEPS).nullish(),
    response: TaskResponse.nullish(),
    /** For step `update_hub`: new interfaces, and interfaces that changed. */
    added_interfaces: z.array(z.string()).nullish(),
    conflicting_interfaces: z.array(z.string()).nullish(),
  })
  .refine(({ step, response }) => step != null || response != null, {
    path: ["response"],
    error: "a task response without a step has its document",
  });
export type TaskResponseEvent = z.infer<typeof TaskResponseEvent>;
