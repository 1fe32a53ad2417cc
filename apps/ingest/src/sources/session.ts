import { readSessionEvent, readSessionShape } from "@baton/core/session";
import { containsJsonLines, type LineFormat, stemOf } from "./source-format";

/** `sessions/{session_id}.jsonl`: events that an orchestrator writes or posts, one per line. */
export const session: LineFormat = {
  kind: "lines",
  name: "session",
  about: { files: "sessions/*.jsonl: events of Baton", version: "Baton" },
  ownsPath: (path) => /(?:^|\/)sessions\/[^/]+$/.test(path) && containsJsonLines(path),
  ownsLine: (line) => typeof line.event_type === "string",
  readLine: (json, session) => {
    const result = readSessionEvent(json);
    if (!result.ok) return result;
    if (session === null && result.record.sessionId === null) {
      return { ok: false, problem: { code: "no_session", message: "it has no session_id" } };
    }
    return { ok: true, records: [result.record] };
  },
  readShape: readSessionShape,
  // Posted lines have no file name that identifies the session.
  sessionOf: (path) => (path.startsWith("http:") ? null : stemOf(path)),
};
