import { readCodexLine, readCodexShape } from "@baton/core/session";
import { containsJsonLines, type LineFormat, stemOf } from "./source-format";

const TYPES = new Set([
  "session_meta",
  "turn_context",
  "response_item",
  "event_msg",
  "compacted",
  "token_usage_record",
  "world_state",
  "inter_agent_communication",
]);

/** Matches `rollout-{time}-`; the rest of the name is the session's ID. */
const ROLLOUT = /^rollout-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}-/;

/** Folder of Codex sessions. */
const HOME = "/.codex/sessions/";

/** Codex rollouts: model calls, compactions and started agents. */
export const codex: LineFormat = {
  kind: "lines",
  name: "codex",
  about: { files: "~/.codex/sessions/**/rollout-*.jsonl, .jsonl.zst", version: "0.169" },
  ownsPath: (path) => (ROLLOUT.test(stemOf(path)) || path.includes(HOME)) && containsJsonLines(path),
  ownsLine: (line) => TYPES.has(String(line.type)) && typeof line.payload === "object",
  readLine: readCodexLine,
  readShape: readCodexShape,
  hasLongContent: true,
  // Use the file name, because a rollout that continues another one repeats its first line.
  sessionOf: (path) => stemOf(path).replace(ROLLOUT, ""),
};
