import { type Database, getSession, listSessionRecords, type RecordScope } from "@baton/db";
import { type Command, InvalidArgumentError, Option } from "commander";
import { misuse } from "./command-error";
import { withDatabase } from "./database";
import { formatCount, printJson, printProgress, printText } from "./output";
import { requireWorkspace } from "./require-workspace";
import { parseSince } from "./since-option";
import { type Column, formatTable, toRecords } from "./table";
import { parseWorkspace } from "./workspace-option";

export interface RecordOptions {
  workspace: string;
  session?: string;
  since?: Date;
  limit?: number;
  json?: true;
}

/** Default row limit for people; programs get all rows. */
const SHOWN_ROWS = 100;

/** Adds a command that lists records of a workspace, as a table or as JSON. */
export function addRecordCommand(
  program: Command,
  { name, summary, description, example }: Record<"name" | "summary" | "description" | "example", string>,
): Command {
  return program
    .command(name)
    .summary(summary)
    .description(description)
    .option("--workspace <id>", "workspace ID", parseWorkspace, "default")
    .option("--session <id>", "one session only")
    .option("--since <time>", "start: 12h, 7d, 2026-03-01, or a time in ISO 8601 (UTC)", (text) =>
      parseSince(text, Date.now()),
    )
    .option("--json", "print a JSON array on standard output and nothing else")
    .addHelpText("after", `\nExample:\n  ${example}`);
}

/** `--limit`, for commands whose rows are single records. */
export function createLimitOption(): Option {
  return new Option(
    "--limit <rows>",
    `maximum number of rows, newest first (default: ${SHOWN_ROWS}; all with --json)`,
  ).argParser(parseLimit);
}

export interface RecordList<Row> {
  /** Plural noun of the records. */
  name: string;
  columns: readonly Column<Row>[];
  list: (db: Database, scope: RecordScope & { limit: number }) => Promise<Row[]>;
  /** Creates a last row for the text output. */
  total?: (rows: readonly Row[]) => Row;
}

/**
 * Prints the records that the options select.
 *
 * @throws CommandError if the workspace or session does not exist.
 */
export async function printRecords<Row>(options: RecordOptions, list: RecordList<Row>): Promise<void> {
  const limit = options.limit ?? (options.json ? Number.MAX_SAFE_INTEGER : SHOWN_ROWS);
  const { rows, isEmptyWorkspace } = await withDatabase(async (db) => {
    const scope = await findScope(db, options);
    // Read one extra row to learn whether there are more.
    const rows = await list.list(db, { ...scope, limit: limit + (options.json ? 0 : 1) });
    const anySession = await listSessionRecords(db, { workspaceId: options.workspace, limit: 1 });
    return { rows, isEmptyWorkspace: anySession.length === 0 };
  });
  if (options.json) return printJson(toRecords(list.columns, rows));
  if (rows.length === 0) return printText(describeNothing(list.name, options, isEmptyWorkspace));
  const shown = rows.slice(-limit);
  printText(formatTable(list.columns, shown, shown.length > 1 ? list.total?.(shown) : undefined));
  if (shown.length < rows.length) {
    printProgress(`Shows the newest ${formatCount(limit)} ${list.name}. Use --limit to show more.`);
  }
}

async function findScope(db: Database, { workspace, session, since }: RecordOptions): Promise<RecordScope> {
  await requireWorkspace(db, workspace);
  if (session !== undefined && !(await getSession(db, { workspaceId: workspace, sessionId: session }))) {
    throw misuse(
      `Session “${session}” not found in the workspace “${workspace}”. Run “baton sessions --workspace ${workspace}” to list sessions.`,
    );
  }
  return { workspaceId: workspace, sessionId: session, since };
}

function describeNothing(
  name: string,
  { workspace, session, since }: RecordOptions,
  isEmptyWorkspace: boolean,
): string {
  const place = session === undefined ? `the workspace “${workspace}”` : `the session “${session}”`;
  const time = since ? ` since ${since.toISOString().slice(0, 16).replace("T", " ")} UTC` : "";
  const next = isEmptyWorkspace ? ` Read files with “baton ingest PATH --workspace ${workspace}”.` : "";
  return `No ${name} in ${place}${time}.${next}`;
}

function parseLimit(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Use a whole number from 1.");
}
