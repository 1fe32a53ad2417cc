import { execFile } from "node:child_process";
import { mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { replaceFile } from "@baton/core/node";
import { isOpencodeExport } from "@baton/core/session";
import { type Command, InvalidArgumentError } from "commander";
import { z } from "zod";
import { CommandError } from "../command-error";
import { watchForInterruption } from "../interruption";
import { printProgress } from "../output";

const run = promisify(execFile);
/** An export larger than this fails. */
const MAX_BYTES = 256 * 1024 * 1024;
/** Milliseconds: a session may have changed while it was exported. */
const OVERLAP = 60_000;
const MIN_SECONDS = 5;

/** Changes of a message or a part do not change its session. */
const LIST_SESSIONS = `select id, max(time_updated,
  coalesce((select max(time_updated) from message where session_id = session.id), 0),
  coalesce((select max(time_updated) from part where session_id = session.id), 0)) as updated from session`;
const Sessions = z.array(z.object({ id: z.string().regex(/^\w+$/), updated: z.number() }));

interface ExportOptions {
  readonly every?: number;
  readonly opencode: string;
}

/** `baton export-opencode`: keep exports of OpenCode's sessions in a folder that Baton follows. */
export function registerExportOpencode(program: Command): void {
  program
    .command("export-opencode")
    .summary("export OpenCode's sessions to a folder")
    .description(
      "Export the sessions of OpenCode to a folder that Baton follows, one file per session. Exports only sessions that\nchanged since their last export. OpenCode reads its database itself, so the program must be installed.",
    )
    .argument("<folder>", "folder for the exports; created if it is missing")
    .option("--every <seconds>", "repeat until interrupted", parseSeconds)
    .option("--opencode <program>", "the program of OpenCode", "opencode")
    .action(keepExports);
}

async function keepExports(folder: string, { every, opencode }: ExportOptions): Promise<void> {
  await mkdir(folder, { recursive: true });
  const exported = new Map<string, number>();
  if (every === undefined) return exportChanged(folder, opencode, exported);
  const interruption = watchForInterruption();
  try {
    while (!interruption.signal.aborted) {
      await exportChanged(folder, opencode, exported);
      await wait(every * 1_000, undefined, { signal: interruption.signal }).catch(() => undefined);
    }
  } finally {
    interruption.end();
  }
}

/** @param exported the time of the last change that was exported, by session. */
async function exportChanged(folder: string, opencode: string, exported: Map<string, number>): Promise<void> {
  const listed = parse(await runOpencode(opencode, ["db", LIST_SESSIONS, "--format", "json"]));
  const sessions = Sessions.safeParse(listed);
  if (!sessions.success) throw new CommandError("OpenCode lists its sessions in an unknown form.");
  let count = 0;
  for (const { id, updated } of sessions.data) {
    const path = join(folder, `${id}.json`);
    const last = exported.get(id) ?? (await timeOf(path)) - OVERLAP;
    if (last >= updated) continue;
    const text = await runOpencode(opencode, ["export", id]);
    // OpenCode prints a line about its progress first.
    const json = text.slice(text.indexOf("{"));
    if (!isOpencodeExport(parse(json))) {
      printProgress(`${id}: OpenCode exports it in an unknown form, so it was left out.`);
    } else {
      await replaceFile(path, json);
      count += 1;
    }
    exported.set(id, updated);
  }
  if (count > 0) printProgress(`Exported ${count} of ${sessions.data.length} sessions to ${folder}.`);
}

async function runOpencode(program: string, words: string[]): Promise<string> {
  try {
    return (await run(program, words, { maxBuffer: MAX_BYTES })).stdout;
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
    throw new CommandError(`OpenCode cannot be run: ${reason}. Name the program with --opencode.`);
  }
}

/** Returns when a file was written; 0 if it is missing. */
function timeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (seconds >= MIN_SECONDS) return seconds;
  throw new InvalidArgumentError(`Use a number of seconds of at least ${MIN_SECONDS}.`);
}
