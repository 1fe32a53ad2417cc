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
export {
  TASK_LIMITS,
  TASK_PRIORITIES,
  TASK_STATUSES,
  TaskHandoff,
  type TaskPriority,
  TaskResponse,
  type TaskStatus,
  taskHandoffTokens,
} from "./task-handoff";
export { taskJsonSchemas } from "./task-json-schemas";
export {
  IllegalTaskStep,
  type TaskEvent,
  TaskLifecycle,
  type TaskLog,
  type TaskState,
  type TaskStep,
} from "./task-lifecycle";
export {
  collectTaskAttempts,
  measureTasks,
  type Share,
  type TaskAttempt,
  type TaskMetrics,
} from "./task-metrics";
export { isVagueNote } from "./vague-note";
export { validateTaskHandoff } from "./validate-task-handoff";
export { validateTaskResponse } from "./validate-task-response";
