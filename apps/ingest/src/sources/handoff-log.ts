import { handoffLogToJson, readHandoffLog } from "@baton/core/session";
import type { RecordDocumentFormat } from "./source-format";

/** `HANDOFFS.md`: a log in which agents record their handoffs. */
export const handoffLog: RecordDocumentFormat = {
  kind: "record-document",
  name: "handoff-log",
  about: { files: "HANDOFFS.md", version: "no versions" },
  ownsPath: (path) => path.endsWith("/HANDOFFS.md"),
  toJson: handoffLogToJson,
  readLine: readHandoffLog,
  // Each entry names its task; the log itself belongs to none.
  sessionOf: () => null,
};
