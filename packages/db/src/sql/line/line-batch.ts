import type { SessionRecord } from "@baton/core/session";
import type { Position } from "./position";

/** One record, with all that was left open in its line settled. Ids are short enough for an index. */
export interface ResolvedRecord extends Position {
  /** Identity of the record, or its position without one. */
  eventId: string;
  occurredAt: Date;
  sessionId: string | null;
  record: SessionRecord;
}

/** One line that is an event, or several. */
export interface EventLine {
  lineNumber: number;
  /** The line, masked; null where content is not stored. */
  text: string | null;
  /** Length of the original bytes without the newline. */
  byteLength: number;
  /** Hex, of the original bytes, without the newline. */
  sha256: string;
  maskedSecretCount: number;
  records: readonly [ResolvedRecord, ...ResolvedRecord[]];
}

/** Lines of one file in their order. */
export interface LineBatch {
  workspaceId: string;
  format: string;
  /** True if content is stored; every event records it. */
  hasContent: boolean;
  lines: readonly EventLine[];
}
