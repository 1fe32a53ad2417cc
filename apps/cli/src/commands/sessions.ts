import { listSessionRecords } from "@baton/db";
import type { Command } from "commander";
import {
  addRecordCommand,
  createLimitOption,
  printRecords,
  type RecordList,
  type RecordOptions,
} from "../record-command";

type SessionRecord = Awaited<ReturnType<typeof listSessionRecords>>[number];

const SESSIONS: RecordList<SessionRecord> = {
  name: "sessions",
  list: listSessionRecords,
  columns: [
    { key: "session_id", heading: "session", of: (row) => row.sessionId },
    { key: "parent_session_id", heading: "parent", of: (row) => row.parentSessionId },
    { key: "title", heading: "title", of: (row) => row.title },
    { key: "workflow_id", heading: "workflow", of: (row) => row.workflowId },
    { key: "format", of: (row) => row.format },
    { key: "started_at", of: (row) => row.startedAt },
    { key: "last_event_at", heading: "last event (UTC)", of: (row) => row.lastEventAt },
    { key: "agent", of: (row) => row.agent },
    { key: "model", of: (row) => row.model },
    { key: "events", heading: "events", of: (row) => row.events },
    { key: "errors", heading: "errors", of: (row) => row.errors },
    { key: "handoffs", heading: "handoffs", of: (row) => row.handoffs },
    { key: "compactions", heading: "compactions", of: (row) => row.compactions },
    { key: "calls", heading: "calls", of: (row) => row.calls },
    { key: "input_tokens", heading: "input", of: (row) => row.inputTokens },
    { key: "cache_write_tokens", heading: "cache write", of: (row) => row.cacheWriteTokens },
    { key: "cache_read_tokens", heading: "cache read", of: (row) => row.cacheReadTokens },
    { key: "output_tokens", heading: "output", of: (row) => row.outputTokens },
  ],
};

/** `baton sessions`: list the sessions of a workspace. */
export function registerSessions(program: Command): void {
  addRecordCommand(program, {
    name: "sessions",
    summary: "list sessions",
    description: "List sessions by their last event, with their counts and the tokens of their model calls.",
    example: "baton sessions --workspace sample --since 7d",
  })
    .addOption(createLimitOption())
    .action((options: RecordOptions) => printRecords(options, SESSIONS));
}
