import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { type IngestReport, ingestPaths, verifyWorkspace } from "@baton/ingest/pipeline";
import type { Checks } from "./checks";
import type { RealDatabase } from "./real-database";

/**
 * Files of a folder that are read, as `{ format: files }`, and those that are not, as `{ format or reason:
 * files }`.
 */
interface Expected {
  read: Record<string, number>;
  notRead: Record<string, number>;
  lines: number;
  events: number;
  duplicates: number;
  quarantined: number;
  maskedSecrets: number;
}

const NONE = { lines: 0, events: 0, duplicates: 0, quarantined: 0, maskedSecrets: 0 };
const OTHER = "of no known name";
const UNKNOWN_LINES = "of unknown lines";

/** Every folder of the inputs, including those that are not read yet. */
const FOLDERS: Record<string, Expected> = {
  spotter: { ...NONE, read: { "claude-code": 8 }, notRead: { [OTHER]: 6 }, lines: 3_662, events: 3_666 },
  "claude-code-log": {
    read: { "claude-code": 2 },
    notRead: { [OTHER]: 1 },
    maskedSecrets: 0,
    lines: 29,
    events: 23,
    duplicates: 2,
    quarantined: 4,
  },
  ccusage: { ...NONE, read: { "claude-code": 3, codex: 1 }, notRead: { [OTHER]: 6 }, lines: 11, events: 11 },
  localpush: { ...NONE, read: { codex: 3 }, notRead: { [OTHER]: 1 }, lines: 499, events: 499 },
  openllmetry: {
    ...NONE,
    read: { "agents-sdk": 19 },
    notRead: { [OTHER]: 11 },
    lines: 90,
    events: 65,
    duplicates: 68,
  },
  WhoAndWhen: { ...NONE, read: { "who-and-when": 89 }, notRead: { [OTHER]: 1 }, lines: 89, events: 1_878 },
  "benbrastmckie-cslib": {
    ...NONE,
    notRead: { [OTHER]: 1 },
    lines: 102,
    events: 102,
    read: { "return-metadata": 47, "orchestrator-handoff": 41, "handoff-doc": 14 },
  },
  "sddevelopment-quickstart": {
    ...NONE,
    read: { "task-file": 68, "handoff-log": 2 },
    notRead: { [OTHER]: 35 },
    lines: 70,
    events: 90,
  },
  JSONTestSuite: { ...NONE, read: {}, notRead: { [OTHER]: 341 } },
  blns: { ...NONE, read: {}, notRead: { [OTHER]: 4 } },
};

/** Ingests every folder into a separate workspace, twice: the second time adds nothing. */
export async function readFolders(checks: Checks, { db }: RealDatabase, inputs: string): Promise<void> {
  for (const [folder, expected] of Object.entries(FOLDERS)) {
    console.log(`\n${folder}`);
    const path = join(inputs, folder);
    if (!existsSync(path)) {
      checks.skip(folder, "the folder is not there");
      continue;
    }
    const report = await ingestPaths({ db, workspaceId: folder.toLowerCase(), paths: [path] });
    for (const line of nameNotRead(report)) console.log(`  ${line}`);
    const { read, notRead, ...counts } = expected;
    checks.equal(
      "files read",
      countFiles(report, (file) => file.notRead === null),
      read,
    );
    checks.equal(
      "files not read",
      countFiles(report, (file) => file.notRead !== null),
      notRead,
    );
    checks.equal("lines, events and the rest", sumUp(report), counts);
    const again = await ingestPaths({ db, workspaceId: folder.toLowerCase(), paths: [path] });
    checks.equal("new in a second run", sumUp(again), NONE);
    const recount = await verifyWorkspace({
      db,
      workspaceId: folder.toLowerCase(),
      onDifference: ({ code, path: at, lineNumber }) => console.log(`  ${code} ${at}:${lineNumber ?? ""}`),
    });
    checks.equal(
      "lines of the files, and differences in a recount",
      [recount.lineCount, recount.differenceCount],
      [expected.lines, 0],
    );
  }
}

function countFiles(
  { files }: IngestReport,
  isCounted: (file: IngestReport["files"][number]) => boolean,
): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const file of files.filter(isCounted)) {
    const name = file.format ?? (file.path.endsWith(".jsonl") ? UNKNOWN_LINES : OTHER);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

function sumUp({ files }: IngestReport) {
  const sum = (count: (file: IngestReport["files"][number]) => number) =>
    files.reduce((total, file) => total + count(file), 0);
  return {
    lines: sum((file) => file.lineCount),
    events: sum((file) => file.eventCount),
    duplicates: sum((file) => file.duplicateCount),
    quarantined: sum((file) => file.quarantinedCount),
    maskedSecrets: sum((file) => file.maskedSecretCount),
  };
}

/** Yields one line per reason: its number of files, and the first of them. */
function* nameNotRead({ files }: IngestReport): Generator<string> {
  const byReason = new Map<string, string[]>();
  for (const { path, notRead } of files) {
    if (notRead !== null) byReason.set(notRead, [...(byReason.get(notRead) ?? []), basename(path)]);
  }
  for (const [reason, names] of byReason) {
    const more = names.length > 3 ? " …" : "";
    yield `not read: ${names.length} files, ${reason} (${names.slice(0, 3).join(", ")}${more})`;
  }
}
