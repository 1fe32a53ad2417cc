import type { SessionRecord } from "@baton/core/session";
import type { Position } from "./position";

/** A record whose missing values have been filled in. Its IDs fit into an index. */
export interface ResolvedRecord extends Position {
  /** Identity of the record, or its position without one. */
  eventId: string;
  occurredAt: Date;
  sessionId: string | null;
  record: SessionRecord;
}

/** A line with one or more events. */
export interface EventLine {
  lineNumber: number;
  /** The masked line; null if content storage is off. */
  text: string | null;
  /** Length of the original bytes without the newline. */
  byteLength: number;
  /** Hex SHA-256 of the original bytes without the newline. */
  sha256: string;
  maskedSecretCount: number;
  records: readonly [ResolvedRecord, ...ResolvedRecord[]];
}

/** Lines of one file in order. */
export interface LineBatch {
  workspaceId: string;
  format: string;
  /** True if content is stored; every event records it. */
  hasContent: boolean;
  lines: readonly EventLine[];
}
