import { countOf } from "@baton/core/internal";
import { type ValidatedFile, validatePaths } from "@baton/ingest/pipeline";
import { EXIT_CODES } from "../../command-error";
import { formatCount, printJson, printProgress, printText, toPrintable } from "../../output";
import { openProgressBar } from "../../progress-bar";
import { listMetrics } from "./totals";

/**
 * `baton ingest --dry-run`: report what an import would read and store, without writing and without a
 * database.
 */
export async function validateOnly(
  paths: readonly string[],
  { json, signal }: { json?: true; signal: AbortSignal },
): Promise<void> {
  const bar = openProgressBar({ isShown: !json });
  const files = await validatePaths({
    paths,
    signal,
    onProgress: (progress) => bar.update(progress),
  }).finally(() => bar.stop());
  if (json) printJson(toJson(files, !signal.aborted));
  else printText(describe(files));
  if (signal.aborted) printProgress("Interrupted before all files were read.");
  if (files.some((file) => file.quarantinedCount > 0)) process.exitCode ??= EXIT_CODES.failure;
}

function describe(files: readonly ValidatedFile[]): string {
  const lines = files.flatMap((file) => (file.notRead === null ? describeFile(file) : []));
  for (const reason of new Set(files.flatMap((file) => file.notRead ?? []))) {
    const paths = files.filter((file) => file.notRead === reason).map((file) => toPrintable(file.path));
    lines.push("", `Would not be read, ${reason} (${formatCount(paths.length)}):`, ...paths);
  }
  const sum = (count: (file: ValidatedFile) => number) =>
    files.reduce((total, file) => total + count(file), 0);
  lines.push("", "Files by format:");
  for (const format of [...new Set(files.flatMap((file) => file.format ?? []))].sort()) {
    const of = files.filter((file) => file.format === format);
    const events = of.reduce((total, file) => total + file.eventCount, 0);
    lines.push(
      `    ${format}: ${countOf(of.length, "file", "files")}, ${countOf(events, "event", "events")}`,
    );
  }
  lines.push(
    "",
    `Nothing was written. ${countOf(
      sum((file) => file.eventCount),
      "event",
      "events",
    )} would be imported (known ones once); ${countOf(
      sum((file) => file.quarantinedCount),
      "line",
      "lines",
    )} would go to quarantine; ${countOf(
      sum((file) => file.maskedSecretCount),
      "secret",
      "secrets",
    )} would be masked.`,
  );
  return lines.join("\n");
}

function describeFile(file: ValidatedFile): string[] {
  const read = [countOf(file.lineCount, "line", "lines"), countOf(file.eventCount, "event", "events")];
  const rest = listMetrics([
    [file.blankCount, "blank", "blank"],
    [file.quarantinedCount, "bad line", "bad lines"],
    [file.maskedSecretCount, "secret", "secrets"],
    [file.waitingBytes, "byte waits for the end of its line", "bytes wait for the end of their line"],
  ]);
  const bad = file.badLines.map(
    ({ lineNumber, code, reason }) =>
      `      line ${formatCount(lineNumber)}: ${code}, ${toPrintable(reason)}`,
  );
  const more = file.quarantinedCount - bad.length;
  if (more > 0) bad.push(`      … and ${formatCount(more)} more`);
  return [toPrintable(file.path), `    ${file.format}: ${[...read, ...rest].join(", ")}`, ...bad];
}

function toJson(files: readonly ValidatedFile[], isWhole: boolean) {
  return {
    ok: isWhole && files.every((file) => file.quarantinedCount === 0),
    dry_run: true,
    files: files.map((file) => ({
      path: file.path,
      format: file.format,
      lines: file.lineCount,
      events: file.eventCount,
      blank: file.blankCount,
      quarantined: file.quarantinedCount,
      secrets: file.maskedSecretCount,
      waiting_bytes: file.waitingBytes,
      not_read: file.notRead,
      bad_lines: file.badLines.map(({ lineNumber, code, reason }) => ({ line: lineNumber, code, reason })),
    })),
  };
}
