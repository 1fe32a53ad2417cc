import type { SessionEventResult } from "./session-event";
import type { SessionRecord } from "./session-record";

/** What a line or a document came to: one record or several in their order, or why it is none. */
export type RecordsResult =
  | { ok: true; records: [SessionRecord, ...SessionRecord[]] }
  | Extract<SessionEventResult, { ok: false }>;
