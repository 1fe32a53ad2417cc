import { resolve } from "node:path";
import { countOf } from "@baton/core/internal";
import { type Database, getSession, listLineShapes, listSessionUsage } from "@baton/db";
import { type FileReport, followPaths, type IngestReport, ingestPaths } from "@baton/ingest/pipeline";
import type { Command } from "commander";
import { EXIT_CODES } from "../command-error";
import { withDatabase } from "../database";
import { readEnvironment } from "../env";
import { explainReadError } from "../input";
import { watchForInterruption } from "../interruption";
import { formatCount, JSON_OPTION, printJson, printProgress, printText, toPrintable } from "../output";
import { openProgressBar } from "../progress-bar";
import { parseWorkspace } from "../workspace-option";
import { validateOnly } from "./ingest/dry-run";
import { listMetrics } from "./ingest/totals";

interface IngestOptions {
  workspace: string;
  follow?: true;
  dryRun?: true;
  json?: true;
}

/** `baton ingest`: read files of all formats into the database. */
export function registerIngest(program: Command): void {
  program
    .command("ingest")
    .summary("read sessions, transcripts of coding agents, traces and documents")
    .description(
      "Read session files, transcripts of coding agents, traces, manifests and handoff documents into the database: “baton formats” lists them.\nContent that was already read is skipped. The paths become sources that a running Baton follows.\nYou can stop it at any time; the next run resumes.",
    )
    .argument("<path...>", "files and folders")
    .option("--follow", "keep reading new lines until interrupted")
    .option("--dry-run", "read and validate everything, write nothing")
    .option("--workspace <id>", "workspace ID (created if missing)", parseWorkspace, "default")
    .option(...JSON_OPTION)
    .action(runIngest);
}

async function runIngest(paths: string[], options: IngestOptions): Promise<void> {
  const interruption = watchForInterruption();
  if (options.dryRun) {
    await validateOnly(paths, { ...options, signal: interruption.signal }).catch((error: unknown) => {
      throw explainPathError(error);
    });
    interruption.end();
    return;
  }
  await withDatabase(async (db) => {
    const report = await readAll(db, paths, options, interruption.signal);
    const sessions = await readSessions(db, report);
    const shapes = await listLineShapes(db, { workspaceId: options.workspace, limit: LISTED_SHAPES });
    if (options.json) printJson(toJson(report, sessions, shapes));
    else printText([describeReport(report, sessions), ...describeShapes(shapes)].join("\n"));
    if (report.files.some((file) => file.quarantinedCount > 0 || file.hasFailed))
      process.exitCode ??= EXIT_CODES.failure;
    if (interruption.signal.aborted) {
      printProgress("Interrupted. All lines read so far are stored. Run the same command again to resume.");
    }
    if (options.follow && !interruption.signal.aborted) await follow(db, paths, options, interruption.signal);
  }).finally(interruption.end);
}

async function readAll(
  db: Database,
  paths: string[],
  { workspace, json }: IngestOptions,
  signal: AbortSignal,
): Promise<IngestReport> {
  const bar = openProgressBar({ isShown: !json });
  try {
    return await ingestPaths({
      db,
      workspaceId: workspace,
      paths,
      signal,
      storesContent: readEnvironment().BATON_STORE_CONTENT,
      onProgress: (progress) => bar.update(progress),
    });
  } catch (error) {
    throw explainPathError(error);
  } finally {
    bar.stop();
  }
}

async function follow(
  db: Database,
  paths: string[],
  { workspace, json }: IngestOptions,
  signal: AbortSignal,
): Promise<void> {
  printProgress("Following. Press Ctrl-C to stop.");
  const follower = await followPaths({
    db,
    workspaceId: workspace,
    paths,
    storesContent: readEnvironment().BATON_STORE_CONTENT,
    onBatch: (path, counts) => {
      if (!json) printText(`${describeCounts({ ...counts, waitingBytes: 0 })}  ${toPrintable(path)}`);
    },
    onFailure: (doing, error) =>
      printProgress(`${doing}: ${error instanceof Error ? error.message : String(error)}; trying again`),
  });
  await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
  await follower.stop();
}

function explainPathError(error: unknown): unknown {
  if (!(error instanceof Error) || !("path" in error)) return error;
  return explainReadError(error, resolve(String(error.path)));
}

/**
 * Totals of a session, including earlier runs. Its main agent's tokens are those that the provider counted.
 */
interface SessionReport {
  session_id: string;
  title: string | null;
  events: number;
  handoffs: number;
  subagent_calls: number;
  compactions: number;
  main_output_tokens: number;
  main_cache_read_tokens: number;
}

/** Longer lists are easier to read on the web. */
const LISTED_SESSIONS = 50;

async function readSessions(
  db: Database,
  { workspaceId, sessionIds }: IngestReport,
): Promise<SessionReport[]> {
  const reports: SessionReport[] = [];
  for (const sessionId of sessionIds.slice(0, LISTED_SESSIONS)) {
    const session = await getSession(db, { workspaceId, sessionId });
    const [main] = await listSessionUsage(db, { workspaceId, sessionId, limit: 1 });
    if (!session) continue;
    reports.push({
      session_id: sessionId,
      title: session.title,
      events: session.eventCount,
      handoffs: session.handoffCount,
      subagent_calls: session.delegationCount,
      compactions: session.compactionCount,
      main_output_tokens: main?.outputTokens ?? 0,
      main_cache_read_tokens: main?.cacheReadTokens ?? 0,
    });
  }
  return reports;
}

type Shapes = Awaited<ReturnType<typeof listLineShapes>>;

/** Longer lists are on the Ingest page. */
const LISTED_SHAPES = 50;

/** Describes the unrecognized formats of the workspace, including those of earlier runs. */
function describeShapes(shapes: Shapes): string[] {
  if (shapes.length === 0) return [];
  const list = shapes.map(
    ({ format, shape, lineCount }) => `    ${formatCount(lineCount)} × ${format}, ${toPrintable(shape)}`,
  );
  return ["", "Unrecognized in the workspace so far (stored, not interpreted):", ...list];
}

function describeSession(session: SessionReport): string {
  const shown = listMetrics([
    [session.events, "event", "events"],
    [session.handoffs, "handoff", "handoffs"],
    [session.subagent_calls, "call of a subagent", "calls of subagents"],
    [session.compactions, "compaction", "compactions"],
    [session.main_output_tokens, "output token", "output tokens"],
    [session.main_cache_read_tokens, "cache-read token", "cache-read tokens"],
  ]);
  const title = session.title === null ? "" : `  ${session.title.split("\n", 1)[0]?.slice(0, 60)}`;
  return `${toPrintable(session.session_id + title)}\n    ${shown.join(", ")}`;
}

function describeReport({ files, workspaceId, sessionIds }: IngestReport, sessions: SessionReport[]): string {
  const read = files.filter((file) => file.notRead === null);
  const lines = read.map((file) => `${toPrintable(file.path)}\n    ${file.format}: ${describeCounts(file)}`);
  for (const reason of new Set(files.flatMap((file) => file.notRead ?? []))) {
    const paths = files.filter((file) => file.notRead === reason).map((file) => toPrintable(file.path));
    lines.push("", `Not read, ${reason} (${formatCount(paths.length)}):`, ...paths);
  }
  if (sessions.length > 0) {
    const more = sessionIds.length > sessions.length ? `, the first ${sessions.length} of them` : "";
    lines.push("", `Sessions with new events (${formatCount(sessionIds.length)}${more}):`);
    lines.push(...sessions.map(describeSession));
  }
  const sum = (count: (file: FileReport) => number) => files.reduce((total, file) => total + count(file), 0);
  lines.push(
    "",
    `${countOf(
      sum((file) => file.eventCount),
      "new event",
      "new events",
    )} in the workspace “${workspaceId}”, ${formatCount(sum((file) => file.duplicateCount))} already known; ${countOf(
      sum((file) => file.quarantinedCount),
      "line",
      "lines",
    )} in quarantine.`,
  );
  return lines.join("\n");
}

function describeCounts(counts: Omit<FileReport, "path" | "format" | "notRead" | "hasFailed">): string {
  if (counts.lineCount === 0 && counts.waitingBytes === 0) return "nothing new";
  const known = listMetrics([
    [counts.duplicateCount, "duplicate", "duplicates"],
    [counts.quarantinedCount, "quarantined", "quarantined"],
    [counts.maskedSecretCount, "secret masked", "secrets masked"],
    [counts.waitingBytes, "byte waits for the end of its line", "bytes wait for the end of their line"],
  ]);
  const read = [
    countOf(counts.lineCount, "line", "lines"),
    countOf(counts.eventCount, "new event", "new events"),
  ];
  return [...read, ...known].join(", ");
}

function toJson({ workspaceId, files }: IngestReport, sessions: SessionReport[], shapes: Shapes) {
  return {
    workspace: workspaceId,
    sessions,
    files: files.map((file) => ({
      path: file.path,
      format: file.format,
      lines: file.lineCount,
      new_events: file.eventCount,
      duplicates: file.duplicateCount,
      quarantined: file.quarantinedCount,
      masked_secrets: file.maskedSecretCount,
      waiting_bytes: file.waitingBytes,
      not_read: file.notRead,
    })),
    unrecognized: shapes.map(({ format, toolVersion, shape, lineCount }) => ({
      format,
      tool_version: toolVersion === "" ? null : toolVersion,
      shape,
      count: lineCount,
    })),
  };
}
