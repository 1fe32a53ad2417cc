import { listCompactionRecords } from "@baton/db";
import type { Command } from "commander";
import {
  addRecordCommand,
  createLimitOption,
  printRecords,
  type RecordList,
  type RecordOptions,
} from "../record-command";

type CompactionRecord = Awaited<ReturnType<typeof listCompactionRecords>>[number];

const COMPACTIONS: RecordList<CompactionRecord> = {
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

/** `baton compactions`: list the compactions of a session or workspace. */
export function registerCompactions(program: Command): void {
  addRecordCommand(program, {
    name: "compactions",
    summary: "list compactions of contexts",
    description:
      "List compactions in chronological order. Context sizes are in tokens, before and after; – means not recorded.",
    example: "baton compactions --since 2026-03-01",
  })
    .addOption(createLimitOption())
    .action((options: RecordOptions) => printRecords(options, COMPACTIONS));
}
