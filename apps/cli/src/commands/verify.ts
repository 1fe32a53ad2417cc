import type { Finding } from "@baton/core";
import { countOf } from "@baton/core/internal";
import { type Database, listOpenLosses, type OpenLoss } from "@baton/db";
import {
  DIFFERENCES,
  type Difference,
  type DifferenceCode,
  type FileVerdict,
  type VerifyReport,
  verifyWorkspace,
} from "@baton/ingest/pipeline";
import { type ColdReport, verifyColdFiles } from "@baton/services/cold/verify-cold-files";
import { acknowledgeLosses } from "@baton/services/source/acknowledge-losses";
import type { Command } from "commander";
import { EXIT_CODES } from "../command-error";
import { withDatabase } from "../database";
import { watchForInterruption } from "../interruption";
import { formatCount, JSON_OPTION, printJson, printText } from "../output";
import { openProgressBar } from "../progress-bar";
import { requireWorkspace } from "../require-workspace";
import { parseWorkspace } from "../workspace-option";

interface VerifyCommandOptions {
  workspace: string;
  acknowledgeLosses?: true;
  json?: true;
}

/** Maximum differences to list; all are counted. */
const MAX_SHOWN = 100;
const MAX_IN_JSON = 1_000;

const ACTOR = { id: null, name: "baton verify" };

const HINTS: Partial<Record<DifferenceCode, string>> = {
  not_read_further: "Follow the message. Then run `baton ingest`, or change the file.",
};
const HINT =
  "The database or the file was changed outside Baton. Restore the wrong one, or import the file into another workspace and compare.";

const COLD_HINT = "Restore the file from a backup of the cold store. No other place has its texts.";

/** `baton verify`: compare the database with the files. */
export function registerVerify(program: Command): void {
  const names = Object.entries(DIFFERENCES).map(([code, meaning]) => `  ${code.padEnd(17)} ${meaning}`);
  program
    .command("verify")
    .summary("recount every source against the database")
    .description(
      "Compare every source of a workspace with the database: each line of each file must be stored once, as an event or in quarantine, with its own hash. Files of cold storage must exist with their hash and rows.\nOnly --acknowledge-losses writes anything. Files may grow during the check. A deleted or rewritten file cannot be checked: the report lists it and counts no difference. It lists losses until you acknowledge them.",
    )
    .option("--workspace <id>", "workspace ID", parseWorkspace, "default")
    .option(
      "--acknowledge-losses",
      "acknowledge the listed losses in the audit log, so that they no longer fail the command",
    )
    .option(...JSON_OPTION)
    .addHelpText("after", `\nDifferences:\n${names.join("\n")}`)
    .action(runVerify);
}

async function runVerify(options: VerifyCommandOptions): Promise<void> {
  const interruption = watchForInterruption();
  await withDatabase((db) => recount(db, options, interruption.signal)).finally(interruption.end);
}

async function recount(
  db: Database,
  { workspace, acknowledgeLosses: isAcknowledged, json }: VerifyCommandOptions,
  signal: AbortSignal,
): Promise<void> {
  await requireWorkspace(db, workspace);
  const bar = openProgressBar({ isShown: !json });
  const differences: Difference[] = [];
  const unchecked: FileVerdict[] = [];
  const report = await verifyWorkspace({
    db,
    workspaceId: workspace,
    signal,
    onProgress: (progress) => bar.update(progress),
    onDifference: (difference) => {
      if (differences.length < MAX_IN_JSON) differences.push(difference);
    },
    onFile: (file) => {
      if (file.unchecked !== null && unchecked.length < MAX_IN_JSON) unchecked.push(file);
    },
  }).finally(() => bar.stop());
  const cold = await verifyColdFiles(db, { workspaceId: workspace, signal });
  const losses = await listOpenLosses(db, { workspaceId: workspace });
  const seen = { differences, unchecked, losses, cold, isAcknowledged, isWhole: !signal.aborted };
  if (json) printJson(toJson(workspace, report, seen));
  else printText(describe(workspace, report, seen));
  const last = losses.at(-1);
  if (last && isAcknowledged) {
    const acknowledged = {
      workspaceId: workspace,
      actor: ACTOR,
      through: last.sequence,
      count: losses.length,
    };
    await db.transaction((tx) => acknowledgeLosses(tx, acknowledged));
  }
  const isDifferent = report.differenceCount > 0 || cold.differences.length > 0;
  if (isDifferent || (last && !isAcknowledged)) process.exitCode ??= EXIT_CODES.failure;
}

interface Seen {
  differences: readonly Difference[];
  unchecked: readonly FileVerdict[];
  losses: readonly OpenLoss[];
  cold: ColdReport;
  isAcknowledged: true | undefined;
  /** True if every file was checked. */
  isWhole: boolean;
}

function describe(
  workspace: string,
  report: VerifyReport,
  { differences, unchecked, losses, cold, isAcknowledged, isWhole }: Seen,
): string {
  const shown = differences
    .slice(0, MAX_SHOWN)
    .map((difference) => `${placeOf(difference)}: ${difference.code}\n    ${difference.message}`);
  const rest = report.differenceCount - shown.length;
  if (rest > 0) shown.push(`… and ${formatCount(rest)} more.`);
  const lines = shown.length > 0 ? [...shown, ""] : [];
  for (const reason of new Set(unchecked.map((file) => file.unchecked))) {
    const paths = unchecked.filter((file) => file.unchecked === reason).map(({ path }) => path);
    lines.push(
      `Cannot be checked, ${reason} (${formatCount(paths.length)}):`,
      ...paths.slice(0, MAX_SHOWN),
      "",
    );
  }
  if (losses.length > 0) {
    lines.push(
      `Lost before ingest could read it (${formatCount(losses.length)}):`,
      ...losses.slice(0, MAX_SHOWN).map(describeLoss),
      ...(losses.length > MAX_SHOWN ? [`… and ${formatCount(losses.length - MAX_SHOWN)} more.`] : []),
      isAcknowledged
        ? "These losses are acknowledged now."
        : "Import these lines from a copy of the files if you have one, then run this with --acknowledge-losses.",
      "",
    );
  }
  lines.push(
    `${countOf(report.fileCount, "file", "files")} of “${workspace}”, ${countOf(report.lineCount, "line", "lines")}: ${formatCount(report.eventLineCount)} with events, ${formatCount(report.quarantinedCount)} in quarantine, ${formatCount(report.blankCount)} blank.`,
  );
  if (report.droppedCount > 0)
    lines.push(`${countOf(report.droppedCount, "line was", "lines were")} erased or deleted by retention.`);
  if (report.formerLineCount > 0) {
    lines.push(
      `${countOf(report.formerLineCount, "line comes", "lines come")} from files that were rewritten later. Only the database has them.`,
    );
  }
  if (report.waitingBytes > 0) lines.push(`${formatCount(report.waitingBytes)} bytes are not read yet.`);
  lines.push(...describeCold(cold));
  if (!isWhole) lines.push("Interrupted: later files were not checked.");
  lines.push(
    report.differenceCount === 0
      ? cold.differences.length === 0
        ? "Verified: database and files match."
        : "Database and source files match; the cold store does not."
      : `${countOf(report.differenceCount, "difference")}. ${HINT}`,
  );
  return lines.join("\n");
}

function describeCold({ fileCount, rowCount, byteLength, differences }: ColdReport): string[] {
  if (fileCount === 0 && differences.length === 0) return [];
  const shown = differences.slice(0, MAX_SHOWN).map(({ path, message }) => `${path}: ${message}`);
  return [
    ...(shown.length > 0
      ? ["", `Cold storage differs (${formatCount(differences.length)}):`, ...shown, COLD_HINT, ""]
      : []),
    `Cold storage: ${countOf(fileCount, "file", "files")}, ${countOf(rowCount, "row", "rows")}, ${formatCount(byteLength)} bytes.`,
  ];
}

function describeLoss({ path, cause, lostBytes, since, noticedAt }: OpenLoss): string {
  const happened = { "cut short": "was cut short", rewritten: "was replaced", gone: "was deleted" }[cause];
  const amount = lostBytes === null ? "an unknown amount" : `at least ${formatCount(lostBytes)} bytes`;
  return `${path} ${happened}: ${amount} since ${since.toISOString()}, noticed ${noticedAt.toISOString()}`;
}

function placeOf({ path, lineNumber, offset }: Difference): string {
  if (lineNumber !== null) return `${path}:${lineNumber}`;
  return offset === null ? path : `${path}, byte ${formatCount(offset)}`;
}

function toJson(workspace: string, report: VerifyReport, seen: Seen) {
  const { differences, unchecked, losses, cold, isAcknowledged, isWhole } = seen;
  const findings = differences.map(
    ({
      code,
      path,
      lineNumber,
      offset,
      message,
    }): Finding & { line: number | null; offset: number | null } => ({
      code,
      severity: "error",
      path,
      message,
      hint: HINTS[code] ?? HINT,
      line: lineNumber,
      offset,
    }),
  );
  findings.push(
    ...cold.differences.map(({ path, message }) => ({
      code: "cold_file",
      severity: "error" as const,
      path,
      message,
      hint: COLD_HINT,
      line: null,
      offset: null,
    })),
  );
  return {
    ok:
      report.differenceCount === 0 &&
      cold.differences.length === 0 &&
      isWhole &&
      (losses.length === 0 || isAcknowledged === true),
    findings,
    workspace,
    complete: isWhole,
    differences: report.differenceCount,
    files: report.fileCount,
    files_not_read: report.notReadCount,
    lines: report.lineCount,
    event_lines: report.eventLineCount,
    quarantined: report.quarantinedCount,
    blank: report.blankCount,
    dropped: report.droppedCount,
    former_lines: report.formerLineCount,
    waiting_bytes: report.waitingBytes,
    cold_files: cold.fileCount,
    cold_rows: cold.rowCount,
    losses: losses.map(({ path, cause, lostBytes, since, noticedAt }) => ({
      path,
      cause,
      lost_bytes: lostBytes,
      since: since.toISOString(),
      noticed_at: noticedAt.toISOString(),
    })),
    unchecked: unchecked.map(({ path, unchecked: reason }) => ({ path, reason })),
  };
}
