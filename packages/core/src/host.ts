// Few names without schemas, for programs that start often.
export { DEFAULT_WINDOW_TOKENS } from "./budget/window";
export {
  SUGGESTION_REASONS,
  type SuggestionReason,
  suggestCompaction,
} from "./compaction/suggest-compaction";
export { MAIN_AGENT } from "./session/main-agent";
export { withoutSteering } from "./without-steering";
