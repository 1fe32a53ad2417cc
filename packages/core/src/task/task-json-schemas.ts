import { z } from "zod";
import { TaskHandoff, TaskResponse } from "./task-handoff";

/**
 * The published forms of `TaskHandoff` and `TaskResponse`, JSON Schema draft-07, by the name of
 * their file. They say what shape a document has; its limits are judged by
 * `validateTaskHandoff` and `validateTaskResponse`.
 */
export function taskJsonSchemas(): Readonly<Record<"task-handoff" | "task-response", object>> {
  return {
    "task-handoff": z.toJSONSchema(TaskHandoff, { target: "draft-7", io: "input" }),
    "task-response": z.toJSONSchema(TaskResponse, { target: "draft-7", io: "input" }),
  };
}
