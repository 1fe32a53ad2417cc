import { countOf } from "@baton/core/internal";
import { ColdError, type Database } from "@baton/db";
import { listMonths, listStoredFiles } from "@baton/db/write";
import type { MovedRows } from "@baton/services/cold/move-day";
import { moveMonth } from "@baton/services/cold/move-month";
import { restoreMonth } from "@baton/services/cold/restore-month";
import { type Command, InvalidArgumentError } from "commander";
import { CommandError, misuse } from "../command-error";
import { withDatabase } from "../database";
import { watchForInterruption } from "../interruption";
import { JSON_OPTION, printJson, printProgress, printText } from "../output";
import { requireWorkspace } from "../require-workspace";
import { formatTable } from "../table";
import { parseWorkspace } from "../workspace-option";

interface ColdOptions {
  workspace: string;
  json?: true;
}

/** `baton cold …`: closed months as Parquet files in the folder or bucket of `BATON_COLD_STORE`. */
export function registerCold(program: Command): void {
  const cold = program
    .command("cold")
    .summary("move closed months to Parquet files, and back")
    .description(
      "Move the stored lines and captured contexts of closed months from PostgreSQL to Parquet files in BATON_COLD_STORE, a folder or\ns3://bucket/prefix. Pages read them from there. The files have all columns, so a data warehouse can read them, too.",
    );
  cold
    .command("move")
    .summary("move closed months to the cold store")
    .description(
      "Write the rows of each day to Parquet files, read them back, compare them, and then remove their texts from PostgreSQL. It can be\nstopped at any time; the next call continues. At the end of each month, it writes the month's tables again to free their space, and\npages that read this month wait for that.",
    )
    .requiredOption("--before <month>", "first month that stays, such as 2026-05", parseMonth)
    .option("--workspace <id>", "workspace ID", parseWorkspace, "default")
    .option(...JSON_OPTION)
    .action((options: ColdOptions & { before: string }) => run(options, (db) => move(db, options)));
  cold
    .command("restore")
    .summary("bring a month back")
    .description("Bring the texts of a month back to PostgreSQL, and delete its files.")
    .argument("<month>", "month, such as 2026-04", parseMonth)
    .option("--workspace <id>", "workspace ID", parseWorkspace, "default")
    .option(...JSON_OPTION)
    .action((month: string, options: ColdOptions) => run(options, (db) => restore(db, month, options)));
  cold
    .command("list")
    .summary("list the files of the cold store")
    .description("List the files with their days, rows, bytes and SHA-256. Paths are below BATON_COLD_STORE.")
    .option("--workspace <id>", "workspace ID", parseWorkspace, "default")
    .option(...JSON_OPTION)
    .action((options: ColdOptions) => run(options, (db) => list(db, options)));
}

/** Reads a month from the command line. */
function parseMonth(text: string): string {
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) return text;
  throw new InvalidArgumentError("Use a year and a month, such as 2026-05.");
}

async function run({ workspace }: ColdOptions, work: (db: Database) => Promise<void>): Promise<void> {
  await withDatabase(async (db) => {
    await requireWorkspace(db, workspace);
    await work(db);
  }).catch((error: unknown) => {
    throw error instanceof ColdError ? new CommandError(error.message) : error;
  });
}

async function move(
  db: Database,
  { workspace, before, json }: ColdOptions & { before: string },
): Promise<void> {
  const interruption = watchForInterruption();
  const { signal } = interruption;
  const now = new Date();
  if (before > now.toISOString().slice(0, 7)) {
    throw misuse(
      `${before} has not begun. Only closed months can move: pass --before ${now.toISOString().slice(0, 7)}.`,
    );
  }
  const months: (MovedRows & { month: string })[] = [];
  try {
    for (const start of await listMonths(db, workspace)) {
      const month = start.toISOString().slice(0, 7);
      if (month >= before || signal.aborted) break;
      const onDay = (day: string) => printProgress(`Moving ${day} …`);
      months.push({ month, ...(await moveMonth(db, { workspaceId: workspace, month, now, onDay, signal })) });
    }
  } finally {
    interruption.end();
  }
  const moved = months.filter(({ rowCount }) => rowCount > 0);
  if (json) {
    printJson({
      ok: !signal.aborted,
      workspace,
      months: moved.map(({ month, ...rows }) => ({ month, ...toJson(rows) })),
    });
  } else {
    printText(
      moved.length === 0
        ? `Nothing to move before ${before}.`
        : moved.map(({ month, ...rows }) => `${month}: moved ${describe(rows)}.`).join("\n"),
    );
  }
}

async function restore(db: Database, month: string, { workspace, json }: ColdOptions): Promise<void> {
  const onDay = (day: string) => printProgress(`Restoring ${day} …`);
  const restored = await restoreMonth(db, { workspaceId: workspace, month, onDay });
  if (json) printJson({ ok: true, workspace, month, ...toJson(restored) });
  else
    printText(
      restored.fileCount === 0 ? `${month} has no files.` : `${month}: restored ${describe(restored)}.`,
    );
}

async function list(db: Database, { workspace, json }: ColdOptions): Promise<void> {
  const files = await listStoredFiles(db, { workspaceId: workspace });
  if (json) {
    printJson({
      workspace,
      files: files.map(({ path, table, day, rowCount, byteLength, sha256 }) => ({
        path,
        table,
        day,
        rows: rowCount,
        bytes: byteLength,
        sha256,
      })),
    });
    return;
  }
  if (files.length === 0) {
    printText("The cold store has no files of this workspace.");
    return;
  }
  const columns = [
    { key: "path", heading: "File", of: ({ path }: (typeof files)[number]) => path },
    { key: "rows", heading: "Rows", of: ({ rowCount }: (typeof files)[number]) => rowCount },
    { key: "bytes", heading: "Bytes", of: ({ byteLength }: (typeof files)[number]) => byteLength },
  ];
  printText(formatTable(columns, files));
}

function toJson({ rowCount, fileCount, byteLength }: MovedRows) {
  return { rows: rowCount, files: fileCount, bytes: byteLength };
}

function describe({ rowCount, fileCount, byteLength }: MovedRows): string {
  return `${countOf(rowCount, "row")}, ${countOf(fileCount, "file")} with ${countOf(byteLength, "byte")}`;
}
