import { holdsJsonLines, type UnreadFormat } from "./source-format";

const TYPES = new Set(["session_meta", "turn_context", "response_item", "event_msg", "compacted"]);

export const codex: UnreadFormat = {
  kind: "unread",
  name: "codex",
  plural: "Codex rollouts",
  ownsPath: (path) => /\/rollout-[^/]*$/.test(path) && holdsJsonLines(path),
  ownsLine: (line) => TYPES.has(String(line.type)) && typeof line.payload === "object",
};
