import { listCompactionRecords, listHandoffRecords, listSessionRecords } from "@baton/db";
import type { Command } from "commander";
import {
  addRecordCommand,
  createLimitOption,
  printRecords,
  type RecordList,
  type RecordOptions,
} from "../record-command";

type Listed<List extends (...scope: never[]) => Promise<unknown[]>> = Awaited<ReturnType<List>>[number];

const HANDOFFS: RecordList<Listed<typeof listHandoffRecords>> = {
  name: "handoffs",
  list: listHandoffRecords,
  columns: [
    { key: "occurred_at", heading: "time (UTC)", of: (row) => row.occurredAt },
    { key: "session_id", heading: "session", of: (row) => row.sessionId },
    { key: "kind", heading: "kind", of: (row) => row.kind },
    { key: "from", heading: "from", of: (row) => row.from },
    { key: "to", heading: "to", of: (row) => row.to },
    { key: "before_tokens", heading: "before", of: (row) => row.beforeTokens },
    { key: "after_tokens", heading: "after", of: (row) => row.afterTokens },
    { key: "rule_id", heading: "rule", of: (row) => row.ruleId },
    { key: "event_id", of: (row) => row.eventId },
  ],
};

const COMPACTIONS: RecordList<Listed<typeof listCompactionRecords>> = {
  name: "compactions",
  list: listCompactionRecords,
  columns: [
    { key: "occurred_at", heading: "time (UTC)", of: (row) => row.occurredAt },
    { key: "session_id", heading: "session", of: (row) => row.sessionId },
    { key: "agent", heading: "agent", of: (row) => row.agent },
    { key: "trigger", heading: "trigger", of: (row) => row.trigger },
    { key: "before_tokens", heading: "before", of: (row) => row.beforeTokens },
    { key: "after_tokens", heading: "after", of: (row) => row.afterTokens },
    { key: "event_id", of: (row) => row.eventId },
  ],
};

const SESSIONS: RecordList<Listed<typeof listSessionRecords>> = {
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

/** `baton handoffs`: list what agents passed to each other. */
export function registerHandoffs(program: Command): void {
  register(program, HANDOFFS, {
    summary: "list handoffs between agents",
    description:
      "List handoffs of every kind in chronological order. Sizes are in tokens, before and after the policy; – means not recorded.",
    example: "baton handoffs --workspace sample --since 7d --json",
  });
}

/** `baton compactions`: list the compactions of a session or workspace. */
export function registerCompactions(program: Command): void {
  register(program, COMPACTIONS, {
    summary: "list compactions of contexts",
    description:
      "List compactions in chronological order. Context sizes are in tokens, before and after; – means not recorded.",
    example: "baton compactions --since 2026-03-01",
  });
}

/** `baton sessions`: list the sessions of a workspace. */
export function registerSessions(program: Command): void {
  register(program, SESSIONS, {
    summary: "list sessions",
    description: "List sessions by their last event, with their counts and the tokens of their model calls.",
    example: "baton sessions --workspace sample --since 7d",
  });
}

function register<Row>(
  program: Command,
  list: RecordList<Row>,
  texts: Record<"summary" | "description" | "example", string>,
): void {
  addRecordCommand(program, { name: list.name, ...texts })
    .addOption(createLimitOption())
    .action((options: RecordOptions) => printRecords(options, list));
}
