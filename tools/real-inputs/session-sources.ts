import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Checks } from "./checks";
import type { RealDatabase } from "./real-database";

/** Compares the database with a plain count of the files, for the formats of other tools. */
export async function checkSessionSources(
  checks: Checks,
  database: RealDatabase,
  inputs: string,
): Promise<void> {
  const folders: [string, (files: InputFile[]) => Promise<void>][] = [
    ["localpush", (files) => checkRollouts(checks, database, files)],
    ["openllmetry", (files) => checkSpans(checks, database, files)],
    ["WhoAndWhen", (files) => checkLogs(checks, database, files)],
    ["benbrastmckie-cslib", (files) => checkReturns(checks, database, files)],
    ["sddevelopment-quickstart", (files) => checkTaskFiles(checks, database, files)],
  ];
  for (const [folder, check] of folders) {
    const path = join(inputs, folder);
    console.log(`\n${folder}, counted again`);
    if (existsSync(path)) await check(listFiles(path));
    else checks.skip(folder, "the folder is not there");
  }
}

interface InputFile {
  path: string;
  text(): string;
}

function listFiles(folder: string): InputFile[] {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  return paths.map((path) => ({ path, text: () => readFileSync(join(folder, path), "utf8") }));
}

const linesOf = (file: InputFile) =>
  file
    .text()
    .split("\n")
    .filter((line) => line !== "");

const matchesOf = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, match = ""]) => match);

/**
 * Checks that the last snapshot of each rollout is the total of its calls, and that snapshots with different
 * totals are calls.
 */
async function checkRollouts(checks: Checks, { rows }: RealDatabase, files: readonly InputFile[]) {
  const recounted = files
    .filter(({ path }) => path.endsWith(".jsonl"))
    .map((file) => {
      const sums = linesOf(file).flatMap((line) => matchesOf(line, /"total_token_usage": ?(\{[^}]*\})/g));
      const last = JSON.parse(sums.at(-1) ?? "{}");
      return {
        calls: new Set(sums).size,
        input: last.input_tokens,
        cached: last.cached_input_tokens,
        output: last.output_tokens,
      };
    });
  checks.equal(
    "calls and tokens of each rollout",
    await rows(
      `select count(*) as calls, sum(input_tokens + cache_read_tokens) as input, sum(cache_read_tokens) as cached,
          sum(output_tokens) as output
        from message_usage where workspace_id = 'localpush' group by session_id order by session_id`,
    ),
    recounted,
  );
  checks.equal(
    "calls in all",
    recounted.reduce((sum, { calls }) => sum + calls, 0),
    35,
  );
}

/** Checks that each span is stored once, even if several recordings contain it. */
async function checkSpans(checks: Checks, { rows }: RealDatabase, files: readonly InputFile[]) {
  const text = files
    .filter(({ path }) => path.endsWith(".jsonl"))
    .map((file) => file.text())
    .join("\n");
  const ids = new Set(matchesOf(text, /"object": "trace(?:\.span)?", "id": "([^"]+)"/g));
  checks.equal(
    "traces and spans",
    await count(
      rows,
      `event where workspace_id = 'openllmetry' and duplicate_of is null and event_type <> 'agents_sdk.exchange'`,
    ),
    ids.size,
  );
  checks.equal("traces and spans in all", ids.size, 45);
  const pairs = matchesOf(text, /"type": "handoff", ("from_agent": "[^"]+", "to_agent": "[^"]+")/g);
  const handoffs = await rows(
    `select from_agent, to_agent, kind, before_tokens, after_tokens from handoff
      where workspace_id = 'openllmetry' order by from_agent`,
  );
  checks.equal(
    "handoffs",
    handoffs.map(({ from_agent, to_agent }) => `"from_agent": "${from_agent}", "to_agent": "${to_agent}"`),
    [...new Set(pairs)].sort(),
  );
  checks.equal(
    "kinds and sizes of handoffs",
    handoffs.map(({ kind, before_tokens, after_tokens }) => [kind, before_tokens, after_tokens]),
    [
      ["transfer", null, null],
      ["transfer", null, null],
    ],
  );
}

/** Checks that there is a handoff per change of the named agent, and one mistake per log. */
async function checkLogs(checks: Checks, { rows }: RealDatabase, files: readonly InputFile[]) {
  let messages = 0;
  let turns = 0;
  const logs = files.filter(({ path }) => path.endsWith(".json"));
  for (const file of logs) {
    const history: { role: string; name?: string }[] = JSON.parse(file.text()).history;
    messages += history.length;
    const speakers = history.map(({ role, name }) => name ?? role.replace(/ \(.*/, ""));
    for (const [index, speaker] of speakers.entries()) {
      const before = speakers[index - 1];
      if (before !== undefined && before !== speaker && ![before, speaker].includes("human")) turns += 1;
    }
  }
  const inLogs = "workspace_id = 'whoandwhen'";
  checks.equal("messages", await count(rows, `event where ${inLogs}`), messages);
  checks.equal("handoffs", await count(rows, `handoff where ${inLogs}`), turns);
  checks.equal("mistakes", await count(rows, `event where ${inLogs} and is_error`), logs.length);
  checks.equal("messages and handoffs in all", [messages, turns], [1_878, 992]);
}

async function checkReturns(checks: Checks, { rows }: RealDatabase, files: readonly InputFile[]) {
  const returned = files.filter(({ path }) => path.endsWith(".return-meta.json"));
  const inReturns = "workspace_id = 'benbrastmckie-cslib'";
  checks.equal(
    "return metadata",
    await count(rows, `event where ${inReturns} and event_type = 'return_metadata'`),
    returned.length,
  );
  const named = returned.filter(
    (file) => /"agent_type"/.test(file.text()) && /"delegation_path"/.test(file.text()),
  );
  checks.equal("returns", await count(rows, `handoff where ${inReturns} and kind = 'return'`), named.length);
  checks.equal("return metadata, and those that name both agents", [returned.length, named.length], [47, 42]);
}

async function checkTaskFiles(checks: Checks, { rows }: RealDatabase, files: readonly InputFile[]) {
  const tasks = files.filter(({ path }) => path.endsWith(".yaml"));
  const next = tasks.flatMap((file) => matchesOf(file.text(), /^ *next_agent: "?([\w-]+)"?$/gm));
  const inTasks = "workspace_id = 'sddevelopment-quickstart'";
  checks.equal(
    "tasks",
    await count(rows, `event where ${inTasks} and event_type = 'task_file'`),
    tasks.length,
  );
  // A log has "from → to" in the heading of an entry, which counts once for all copies of its log.
  const logs = files.filter(({ path }) => path.endsWith("HANDOFFS.md"));
  const logged = logs.flatMap((file) => matchesOf(file.text(), /^## [\d-]+ [\d:]+ - .*→ ([\w-]+)$/gm));
  const handoffs = await rows(`select to_agent from handoff where ${inTasks} order by to_agent collate "C"`);
  checks.equal(
    "next agents of tasks and logs",
    handoffs.map(({ to_agent }) => to_agent),
    [...next, ...logged].sort(),
  );
  checks.equal(
    "tasks, those that name the next agent, and entries of logs",
    [tasks.length, next.length, logged.length],
    [68, 7, 13],
  );
}

async function count(rows: RealDatabase["rows"], from: string): Promise<unknown> {
  const [row] = await rows(`select count(*) as count from ${from}`);
  return row?.count;
}
