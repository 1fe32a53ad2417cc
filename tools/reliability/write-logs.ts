import { createHash } from "node:crypto";
import { appendFile, mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { contextHandoff } from "@baton/ingest/test/scratch";

const LOGS = 6;
/** Number of lines after which a log is renamed and started again. */
const LINES_OF_A_LOG = 100;

export interface Writing {
  /** The hashes of the lines, once per write. */
  hashes: string[];
  rotationCount: number;
}

/**
 * Writes session logs into a folder until the signal aborts: characters of two, three and four bytes, each
 * line in two pieces split anywhere, half of them without an ID. Renames each log repeatedly and starts it
 * again.
 *
 * @param pauseMs between two lines of a log
 */
export async function writeLogs(folder: string, pauseMs: number, signal: AbortSignal): Promise<Writing> {
  const sessions = join(folder, "sessions");
  await mkdir(sessions, { recursive: true });
  const writing: Writing = { hashes: [], rotationCount: 0 };
  const logs = Array.from({ length: LOGS }, (_, index) => join(sessions, `agent-${index}.jsonl`));
  await Promise.all(logs.map((log, index) => writeLog(log, index, writing, { pauseMs, signal })));
  return writing;
}

async function writeLog(
  log: string,
  index: number,
  writing: Writing,
  { pauseMs, signal }: { pauseMs: number; signal: AbortSignal },
): Promise<void> {
  await writeFile(log, "");
  for (let lineCount = 1; !signal.aborted; lineCount++) {
    const line = buildLine(lineCount * LOGS + index);
    const bytes = Buffer.from(`${line}\n`);
    const cut = Math.floor(Math.random() * bytes.length);
    await appendFile(log, bytes.subarray(0, cut));
    await sleep(pauseMs / 2);
    await appendFile(log, bytes.subarray(cut));
    await sleep(pauseMs / 2);
    writing.hashes.push(createHash("sha256").update(line).digest("hex"));
    if (lineCount % LINES_OF_A_LOG !== 0) continue;
    await rename(log, log.replace(".jsonl", `.${lineCount / LINES_OF_A_LOG}.old.jsonl`));
    await writeFile(log, "");
    writing.rotationCount += 1;
  }
}

function buildLine(number: number): string {
  const agents = ["intake", "coverage", "fraud", "recommendation"];
  return JSON.stringify(
    contextHandoff({
      // Undefined fields are not written.
      event_id: Math.floor(number / LOGS) % 2 === 0 ? `handoff-${number}` : undefined,
      session_id: `session-${number % 200}`,
      from_agent_id: agents[number % 4],
      to_agent_id: agents[(number + 1) % 4],
      timestamp: new Date().toISOString(),
      governance_rule_id: `rule-${number % 8}`,
      audit_note: `${number} ${"é漢😀".repeat(20)}`,
    }),
  );
}
