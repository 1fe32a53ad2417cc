import { z } from "zod";
import { TaskHandoff, TaskResponse } from "./task-handoff";

/**
 * Returns the published JSON Schemas (draft-07) of `TaskHandoff` and `TaskResponse` by file name. They
 * describe the form; `validateTaskHandoff` and `validateTaskResponse` check the limits.
 */
export function taskJsonSchemas(): Readonly<Record<"task-handoff" | "task-response", object>> {
  return {
    "task-handoff": z.toJSONSchema(TaskHandoff, { target: "draft-7", io: "input" }),
    "task-response": z.toJSONSchema(TaskResponse, { target: "draft-7", io: "input" }),
  };
}
