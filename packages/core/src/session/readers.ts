export { readAgentsSdkLine } from "./agents-sdk-span";
export { readCodexLine } from "./codex-rollout";
export { type OtlpTracesResult, readOtlpLine, readOtlpTraces } from "./otlp-trace";
export type { RecordsResult } from "./read-records";
export { readReturnedMetadata } from "./returned-metadata";
export { readTaskFile } from "./task-file";
export { readWhoAndWhenLog } from "./who-and-when-log";
export { yamlToJson } from "./yaml-to-json";
