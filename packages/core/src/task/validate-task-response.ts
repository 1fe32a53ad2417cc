import type { z } from "zod";
import { type Finding, sortFindings } from "../finding";
import type { CompiledPolicy } from "../scoping/compile-policy";
import { findImplementations } from "./find-implementations";
import { findTaskContent } from "./find-task-content";
import { readFields } from "./read-fields";
import { taskFinding } from "./task-finding";
import { type TaskHandoff, TaskResponse } from "./task-handoff";

const SomeFields = TaskResponse.partial();
type SomeFields = z.infer<typeof SomeFields>;

/**
 * Validates the response to a task.
 *
 * @param document parsed JSON of any kind.
 * @param options.handoffs sent handoffs, one of which the response is for; without them, task and budget are
 * not checked. Of several for one task, the last counts.
 * @param options.contentPolicy policy whose content rules hold for the response, compiled with detectors.
 * @returns findings sorted by path, then code. Never throws, never stops at the first.
 */
export function validateTaskResponse(
  document: unknown,
  { handoffs, contentPolicy }: { handoffs?: readonly TaskHandoff[]; contentPolicy?: CompiledPolicy } = {},
): Finding[] {
  const { fields, findings } = readFields(TaskResponse, SomeFields, document);
  return sortFindings([
    ...findings,
    ...findStatusMismatch(fields),
    ...findImplementations(fields.interfaces ?? {}),
    ...(handoffs ? compareWithTask(fields, handoffs) : []),
    ...findTaskContent(contentPolicy, { from: fields.agentType, to: undefined }, document),
  ]);
}

/** Field that each status requires. */
const REASONS = { error: "errors", blocked: "blockers" } as const;

function findStatusMismatch(fields: SomeFields): Finding[] {
  const { status } = fields;
  if (status !== "error" && status !== "blocked") return [];
  const key = REASONS[status];
  if ((fields[key]?.length ?? 0) > 0) return [];
  const message = `the status is \`${status}\`, but the response has no ${key}`;
  return [taskFinding("response_status_mismatch", ["status"], message)];
}

function compareWithTask({ taskId, tokenUsage }: SomeFields, handoffs: readonly TaskHandoff[]): Finding[] {
  if (taskId === undefined) return [];
  const handoff = handoffs.findLast((candidate) => candidate.taskId === taskId);
  if (!handoff)
    return [
      taskFinding("unknown_task", ["taskId"], `no handoff was sent for the task \`${taskId}\` was sent`),
    ];
  if (tokenUsage === undefined || tokenUsage <= handoff.tokenBudget) return [];
  const message = `the task used ${tokenUsage} tokens, its budget was ${handoff.tokenBudget}`;
  return [taskFinding("token_overrun", ["tokenUsage"], message)];
}
