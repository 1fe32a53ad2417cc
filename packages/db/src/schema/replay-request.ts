import { bigint, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment, total, workspaceId } from "./columns";

const REPLAY_STATES = ["waiting", "running", "done", "failed"] as const;

/**
 * A request to replay quarantined lines: one (by position), those of a reason or a source, or all of the
 * workspace. The requester needs no access to the files; ingest replays line by line, and the counts show its
 * progress.
 */
export const replayRequest = pgTable(
  "replay_request",
  {
    workspaceId: workspaceId(),
    requestId: bigint("request_id", { mode: "number" }).generatedAlwaysAsIdentity(),
    requestedBy: text("requested_by").notNull(),
    requestedAt: moment("requested_at").notNull().defaultNow(),
    /** Null selects lines of any reason or source. */
    code: text("code"),
    sourceId: bigint("source_id", { mode: "number" }),
    /** Position of a single line, or all null. */
    sourceFileId: bigint("source_file_id", { mode: "number" }),
    generation: integer("generation"),
    sequence: bigint("sequence", { mode: "number" }),
    state: text("state", { enum: REPLAY_STATES }).notNull().default("waiting"),
    /** Number of matching lines when it was requested. */
    lineCount: total("line_count"),
    replayedCount: total("replayed_count"),
    /** Lines that are still invalid. */
    refusedCount: total("refused_count"),
    /** Lines that no longer exist in any file. */
    goneCount: total("gone_count"),
    startedAt: moment("started_at"),
    finishedAt: moment("finished_at"),
    lastError: text("last_error"),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.requestId] }),
    index("replay_request_state").on(table.state, table.requestId),
  ],
);
