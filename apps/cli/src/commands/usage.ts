import { listUsage, USAGE_GROUPS, type Usage, type UsageGroup } from "@baton/db";
import type { Worth } from "@baton/server/pricing";
import { readUsageCosts } from "@baton/services/session/read-usage-costs";
import { type Command, InvalidArgumentError } from "commander";
import { addRecordCommand, printRecords, type RecordOptions } from "../record-command";
import type { Column } from "../table";

interface UsageOptions extends RecordOptions {
  by: readonly UsageGroup[];
}

type Row = Usage & Worth;

/** The text output shows only key columns that the user groups by; JSON has all. */
const KEY_COLUMNS: readonly (Column<Row> & { group: UsageGroup })[] = [
  { group: "month", key: "month", heading: "month (UTC)", of: (row) => row.month },
  { group: "day", key: "day", heading: "day (UTC)", of: (row) => row.day },
  { group: "session", key: "session_id", heading: "session", of: (row) => row.sessionId },
  { group: "session", key: "parent_session_id", heading: "parent", of: (row) => row.parentSessionId },
  { group: "agent", key: "agent", heading: "agent", of: (row) => row.agent },
  { group: "model", key: "model", heading: "model", of: (row) => row.model },
  { group: "person", key: "person", heading: "person", of: (row) => row.person },
  { group: "folder", key: "folder", heading: "folder", of: (row) => row.folder },
  { group: "repository", key: "repository", heading: "repository", of: (row) => row.repository },
  { group: "branch", key: "branch", heading: "branch", of: (row) => row.branch },
];
const TOKEN_COLUMNS: readonly Column<Row>[] = [
  { key: "calls", heading: "calls", of: (row) => row.calls },
  { key: "input_tokens", heading: "input", of: (row) => row.inputTokens },
  { key: "cache_write_tokens", heading: "cache write", of: (row) => row.cacheWriteTokens },
  { key: "cache_read_tokens", heading: "cache read", of: (row) => row.cacheReadTokens },
  { key: "output_tokens", heading: "output", of: (row) => row.outputTokens },
  { key: "dollars", heading: "cost", of: (row) => row.dollars, isMoney: true },
  { key: "unpriced_tokens", of: (row) => row.unpricedTokens },
];

/** `baton usage`: sum the tokens that model calls used. */
export function registerUsage(program: Command): void {
  addRecordCommand(program, {
    name: "usage",
    summary: "add up the tokens that models used, and their cost",
    description:
      "Add up model calls and their tokens as the providers counted them, each call once, and their cost at\nlist prices. One row per session, agent, model, day, month, person, project folder, repository or branch.",
    example: "baton usage --by month,model --since 90d",
  })
    .option("--by <groups>", `one row per ${USAGE_GROUPS.join(", ")}, or several with commas`, parseGroups, [
      "session",
      "agent",
      "model",
    ])
    .action(({ by, ...options }: UsageOptions) =>
      // Totals are not single records: show all, so that the last row is the total of the rows above.
      printRecords(
        { ...options, limit: Number.MAX_SAFE_INTEGER },
        {
          name: "model calls",
          columns: [
            ...KEY_COLUMNS.map((column) => hideUnless(by.includes(column.group), column)),
            ...TOKEN_COLUMNS,
          ],
          list: async (db, scope) => {
            const [rows, costOf] = await Promise.all([
              listUsage(db, { ...scope, by }),
              readUsageCosts(db, { ...scope, by }),
            ]);
            return rows.map((row) => ({ ...row, ...costOf(row) }));
          },
          total: addUp,
        },
      ),
    );
}

function hideUnless(isShown: boolean, { key, of, ...column }: Column<Row>): Column<Row> {
  return isShown ? { ...column, key, of } : { key, of };
}

function parseGroups(text: string): UsageGroup[] {
  return text.split(",").map((word) => {
    const group = USAGE_GROUPS.find((one) => one === word.trim());
    if (group === undefined) throw new InvalidArgumentError(`Choose from ${USAGE_GROUPS.join(", ")}.`);
    return group;
  });
}

function addUp(rows: readonly Row[]): Row {
  const sum = (of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0);
  return {
    day: null,
    month: null,
    sessionId: null,
    parentSessionId: null,
    agent: null,
    model: null,
    person: null,
    folder: null,
    repository: null,
    branch: null,
    calls: sum((row) => row.calls),
    inputTokens: sum((row) => row.inputTokens),
    cacheWriteTokens: sum((row) => row.cacheWriteTokens),
    cacheReadTokens: sum((row) => row.cacheReadTokens),
    outputTokens: sum((row) => row.outputTokens),
    dollars: rows.some(({ dollars }) => dollars !== null) ? sum(({ dollars }) => dollars ?? 0) : null,
    unpricedTokens: sum(({ unpricedTokens }) => unpricedTokens),
  };
}
