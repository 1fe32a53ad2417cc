import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ensureWorkspace, registerSource } from "@baton/db/write";
import { followPaths } from "@baton/ingest/pipeline";
import type { Checks } from "./checks";
import type { RealDatabase } from "./real-database";

const WORKSPACE = "json-test-suite";
const PATIENCE_MILLISECONDS = 60_000;

/**
 * Follows each file of JSONTestSuite as one line of a session file: an event, a quarantined line, or blank.
 */
export async function checkJsonTestSuite(
  checks: Checks,
  database: RealDatabase,
  inputs: string,
): Promise<void> {
  console.log("\nJSONTestSuite, each file a line of a followed session file");
  const suite = join(inputs, "JSONTestSuite", "test_parsing");
  const names = await readdir(suite).catch(() => null);
  if (!names) return checks.skip("JSONTestSuite", "the folder is not there");
  names.sort();
  const folder = await mkdtemp(join(tmpdir(), "baton-real-"));
  const file = join(folder, "sessions", "suite.jsonl");
  await mkdir(join(folder, "sessions"));
  await writeFile(file, "");
  await ensureWorkspace(database.db, { workspaceId: WORKSPACE });
  await registerSource(database.db, { workspaceId: WORKSPACE, root: folder });
  const failures: string[] = [];
  const follower = await followPaths({
    db: database.db,
    workspaceId: WORKSPACE,
    paths: [folder],
    onBatch: () => {},
    onFailure: (doing, error) => failures.push(`${doing}: ${String(error)}`),
  });
  try {
    for (const name of names) {
      const bytes = await readFile(join(suite, name));
      await appendFile(file, Buffer.concat([bytes.filter((byte) => byte !== 0x0a), Buffer.from("\n")]));
    }
    await appendFile(file, '{"event_type":"the last line"}\n');
    checks.equal("ingest goes on behind them", await untilRead(database), true);
    checks.equal("failures of ingest", failures, []);
    await checkOutcomes(checks, database, names);
  } finally {
    await follower.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function untilRead({ rows }: RealDatabase): Promise<boolean> {
  const deadline = Date.now() + PATIENCE_MILLISECONDS;
  while (Date.now() < deadline) {
    const events = await rows(
      `select 1 from event where workspace_id = '${WORKSPACE}' and event_type = 'the last line'`,
    );
    if (events.length > 0) return true;
    await sleep(100);
  }
  return false;
}

async function checkOutcomes(
  checks: Checks,
  { rows }: RealDatabase,
  names: readonly string[],
): Promise<void> {
  const quarantined = await rows(
    `select line_number, code from quarantined_line where workspace_id = '${WORKSPACE}'`,
  );
  const events = await rows(`select line_number from event where workspace_id = '${WORKSPACE}'`);
  const outcomes = new Map([
    ...events.map(({ line_number }) => [line_number, "event"] as const),
    ...quarantined.map(({ line_number, code }) => [line_number, String(code)] as const),
  ]);
  const outcomeOf = (name: string) => outcomes.get(names.indexOf(name) + 1) ?? "blank";
  const counts: Record<string, Record<string, number>> = { y: {}, n: {}, i: {} };
  for (const name of names) {
    const group = counts[name[0] ?? ""] ?? {};
    const outcome = classify(name, outcomeOf(name));
    group[outcome] = (group[outcome] ?? 0) + 1;
  }
  checks.equal("files", names.length, 318);
  checks.equal("y_, valid", counts.y, { not_an_event: 95 });
  checks.equal("n_, invalid", counts.n, { blank: 3, refused: 184, not_an_event: 1 });
  checks.equal(
    "the invalid one that newlines made so",
    outcomeOf("n_string_unescaped_newline.json"),
    "not_an_event",
  );
  checks.equal("i_, either", counts.i, { not_utf8: 13, "not_an_event or too deep": 22 });
  checks.equal("rows of events", events.length, 1);
}

/** Classifies by the suite's own terms: an invalid text may be rejected for any reason. */
function classify(name: string, outcome: string): string {
  if (name.startsWith("n_") && outcome !== "blank" && outcome !== "not_an_event") return "refused";
  if (name.startsWith("i_") && (outcome === "not_an_event" || outcome === "too_deep"))
    return "not_an_event or too deep";
  return outcome;
}
