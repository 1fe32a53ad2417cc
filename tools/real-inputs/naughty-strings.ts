import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AgentId } from "@baton/core";
import { SecretScanner } from "@baton/core/secret-scanner";
import { handoff } from "@baton/db/schema";
import { ingestPaths } from "@baton/ingest/pipeline";
import { fromStorableText } from "@baton/server/storable-text";
import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import type { Checks } from "./checks";
import type { RealDatabase } from "./real-database";

const WORKSPACE = "naughty-strings";

/**
 * Stores each naughty string as an agent, a session and a note, and checks that the database returns it
 * unchanged.
 */
export async function checkNaughtyStrings(
  checks: Checks,
  database: RealDatabase,
  inputs: string,
): Promise<void> {
  console.log("\nblns, each string an agent");
  const path = join(inputs, "blns", "blns.json");
  if (!existsSync(path)) return checks.skip("blns", "the folder is not there");
  const strings = z.array(z.string()).parse(JSON.parse(readFileSync(path, "utf8")));
  checks.equal("strings", strings.length, 515);
  const folder = await mkdtemp(join(tmpdir(), "baton-real-"));
  try {
    await mkdir(join(folder, "sessions"));
    const lines = strings.map((text, index) => `${JSON.stringify(handoffBetween(text, index))}\n`);
    await writeFile(join(folder, "sessions", "blns.jsonl"), lines.join(""));
    const report = await ingestPaths({ db: database.db, workspaceId: WORKSPACE, paths: [folder] });
    const allowed = strings.filter((text) => AgentId.safeParse(text).success);
    const [file] = report.files;
    checks.equal("events", file?.eventCount, allowed.length);
    checks.equal(
      "quarantined, because they cannot be an agent id",
      file?.quarantinedCount,
      strings.length - allowed.length,
    );
    const rows = await database.db
      .select({ agent: handoff.fromAgent, note: handoff.auditNote })
      .from(handoff)
      .where(eq(handoff.workspaceId, WORKSPACE))
      .orderBy(asc(handoff.sequence));
    const scanner = new SecretScanner();
    const expected = allowed.map((text) => scanner.maskText(text).text);
    checks.equal(
      "agents that came back as they were",
      countEqual(
        rows.map((row) => row.agent),
        expected,
      ),
      allowed.length,
    );
    checks.equal(
      "notes that came back as they were",
      countEqual(
        rows.map((row) => row.note),
        expected,
      ),
      allowed.length,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function countEqual(stored: readonly unknown[], expected: readonly string[]): number {
  return expected.filter((text, index) => fromStorableText(String(stored[index])) === text).length;
}

function handoffBetween(text: string, index: number) {
  const summary = { prior_outputs_count: 0, observations_count: 0, total_tokens: 1, agents_included: [text] };
  return {
    event_type: "context_handoff",
    event_id: `naughty-${index}`,
    session_id: text === "" ? null : text,
    from_agent_id: text,
    to_agent_id: "receiver",
    handoff_mode: "full",
    governance_rule_id: text,
    context_before_scoping: summary,
    context_after_scoping: summary,
    tokens_saved: 0,
    tokens_saved_percentage: 0,
    audit_note: text,
    outline: [{ path: text, tokens: 1 }],
  };
}
