import { appendFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Database } from "@baton/db";
import { sql } from "drizzle-orm";
import { z } from "zod";

/** Creates a temporary folder. */
export async function createFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), "baton-ingest-"));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** Writes a file and creates its folders. */
export async function put(path: string, content: string | Uint8Array): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  return path;
}

/** Adds lines to a file, each with its newline. */
export async function append(path: string, ...lines: readonly (string | object)[]): Promise<void> {
  const text = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line)));
  await appendFile(path, text.map((line) => `${line}\n`).join(""));
}

/** Runs a query and parses its rows. */
export async function select<Row extends z.ZodType>(
  db: Database,
  row: Row,
  query: string,
): Promise<z.output<Row>[]> {
  return z.array(row).parse((await db.execute(sql.raw(query))).rows);
}

/** Returns the number of rows of a query. */
export async function count(db: Database, from: string): Promise<number> {
  const [row] = await select(db, z.object({ count: z.coerce.number() }), `select count(*) from ${from}`);
  return row?.count ?? 0;
}

let made = 0;

/** Returns a context handoff as an orchestrator writes it; sizes in tokens. */
export function contextHandoff(fields: Record<string, unknown> = {}): Record<string, unknown> {
  made += 1;
  const summary = { prior_outputs_count: 1, observations_count: 0, agents_included: ["intake"] };
  return {
    event_type: "context_handoff",
    event_id: `handoff-${made}`,
    from_agent_id: "intake",
    to_agent_id: "coverage",
    timestamp: "2026-03-01T10:00:00Z",
    handoff_mode: "scoped",
    governance_rule_id: "intake-to-coverage",
    context_before_scoping: { ...summary, total_tokens: 1_000 },
    context_after_scoping: { ...summary, total_tokens: 400 },
    tokens_saved: 600,
    tokens_saved_percentage: 60,
    ...fields,
  };
}
