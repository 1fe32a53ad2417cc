import { listHandoffRecords } from "@baton/db";
import type { Command } from "commander";
import {
  addRecordCommand,
  createLimitOption,
  printRecords,
  type RecordList,
  type RecordOptions,
} from "../record-command";

type HandoffRecord = Awaited<ReturnType<typeof listHandoffRecords>>[number];

const HANDOFFS: RecordList<HandoffRecord> = {
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

/** `baton handoffs`: list what agents passed to each other. */
export function registerHandoffs(program: Command): void {
  addRecordCommand(program, {
    name: "handoffs",
    summary: "list handoffs between agents",
    description:
      "List handoffs of every kind in chronological order. Sizes are in tokens, before and after the policy; – means not recorded.",
    example: "baton handoffs --workspace sample --since 7d --json",
  })
    .addOption(createLimitOption())
    .action((options: RecordOptions) => printRecords(options, HANDOFFS));
}
