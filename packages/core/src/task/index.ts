export {
  AgentContextHub,
  type FilledTaskHandoff,
  type HubUpdate,
  type InterfaceConflict,
} from "./agent-context-hub";
export {
  type CompressedTaskHandoff,
  compressTaskHandoff,
  type SizeChange,
  type TaskCompression,
} from "./compress-task-handoff";
export { minifyInterface } from "./minify-interface";
export { parseInterface } from "./parse-interface";
export { TASK_FINDINGS } from "./task-finding";
export { taskJsonSchemas } from "./task-json-schemas";
export {
  IllegalTaskStep,
  type TaskEvent,
  TaskLifecycle,
  type TaskLog,
  type TaskState,
  type TaskStep,
} from "./task-lifecycle";
export { isVagueNote } from "./vague-note";
export { validateTaskHandoff } from "./validate-task-handoff";
export { validateTaskResponse } from "./validate-task-response";
