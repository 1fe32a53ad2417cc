import { and, eq, gte, type SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";

/** Selects records of a workspace: all, those of a session, or those from a time on (inclusive). */
export interface RecordScope {
  workspaceId: string;
  sessionId?: string | undefined;
  since?: Date | undefined;
}

/** Returns the condition of a scope for the rows of a table. */
export function recordsSince(
  table: Record<"workspaceId" | "sessionId" | "occurredAt", AnyPgColumn>,
  { workspaceId, sessionId, since }: RecordScope,
): SQL | undefined {
  return and(
    eq(table.workspaceId, workspaceId),
    sessionId === undefined ? undefined : eq(table.sessionId, sessionId),
    since && gte(table.occurredAt, since),
  );
}
