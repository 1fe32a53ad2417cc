import { readSessionEvent } from "@baton/core";
import { readSessionShape } from "@baton/core/session-readers";
import { holdsJsonLines, type LineFormat, stemOf } from "./source-format";

/** `sessions/{session_id}.jsonl`: what an orchestrator writes, one event a line. */
export const session: LineFormat = {
  kind: "lines",
  name: "session",
  ownsPath: (path) => /(?:^|\/)sessions\/[^/]+$/.test(path) && holdsJsonLines(path),
  ownsLine: (line) => typeof line.event_type === "string",
  readLine: (json) => {
    const result = readSessionEvent(json);
    return result.ok ? { ok: true, records: [result.record] } : result;
  },
  readShape: readSessionShape,
  sessionOf: stemOf,
};
