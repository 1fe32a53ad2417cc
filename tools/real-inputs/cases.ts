import { existsSync } from "node:fs";
import { join } from "node:path";
import { ingestPaths } from "@baton/ingest/pipeline";
import type { Checks } from "./checks";
import { CLAUDE_CODE_CASES } from "./claude-code-cases";
import type { Case } from "./expected-case";
import type { RealDatabase } from "./real-database";
import { TRACE_CASES } from "./trace-cases";

const CASES: readonly Case[] = [...CLAUDE_CODE_CASES, ...TRACE_CASES];

/** Compares recordings of real clients, and small inputs from bug reports, with the expected results. */
export async function checkCases(checks: Checks, { db, rows }: RealDatabase, inputs: string): Promise<void> {
  for (const { folder, ...expected } of CASES) {
    console.log(`\n${folder}`);
    const path = join(inputs, folder);
    if (!existsSync(path)) {
      checks.skip(folder, "the folder is not there");
      continue;
    }
    const workspaceId = folder.toLowerCase().replaceAll("/", "-");
    const report = await ingestPaths({ db, workspaceId, paths: [path] });
    const inWorkspace = `where workspace_id = '${workspaceId}'`;
    const { compactions = [], errors = 0, notRead = [] } = expected;
    const quarantined = report.files.filter((file) => file.quarantinedCount > 0).map((file) => file.path);
    checks.equal("files with lines in quarantine", quarantined, []);
    checks.equal("not read", report.files.flatMap((file) => file.notRead ?? []).sort(), notRead);
    checks.equal("sessions", await listSessions(rows, inWorkspace), expected.sessions);
    checks.equal("usage", await sumUsage(rows, inWorkspace), expected.usage);
    checks.equal("handoffs", await listHandoffs(rows, inWorkspace), expected.handoffs);
    const sizes = await rows(
      `select before_tokens, after_tokens from compaction ${inWorkspace} order by occurred_at`,
    );
    checks.equal(
      "compactions",
      sizes.map((row) => `${row.before_tokens} → ${row.after_tokens}`),
      compactions,
    );
    const [counted] = await rows(
      `select coalesce(sum(error_count), 0) as errors from session ${inWorkspace}`,
    );
    checks.equal("errors", counted?.errors, errors);
  }
}

async function listSessions(rows: RealDatabase["rows"], inWorkspace: string): Promise<string[]> {
  const found = await rows(`select session_id, parent_session_id from session ${inWorkspace} order by 1`);
  return found.map(({ session_id: id, parent_session_id: parent }) =>
    parent === null ? `${id}` : `${id} < ${parent}`,
  );
}

async function sumUsage(rows: RealDatabase["rows"], inWorkspace: string): Promise<Record<string, unknown>> {
  const found = await rows(
    `select agent, count(*) as calls, sum(input_tokens) as input, sum(cache_creation_tokens) as written,
        sum(cache_read_tokens) as read, sum(output_tokens) as output
      from message_usage ${inWorkspace} group by agent order by agent`,
  );
  return Object.fromEntries(
    found.map(({ agent, calls, input, written, read, output }) => [
      agent,
      [calls, input, written, read, output],
    ]),
  );
}

async function listHandoffs(rows: RealDatabase["rows"], inWorkspace: string): Promise<string[]> {
  const found = await rows(
    `select kind, from_agent, coalesce(from_agent_id, '') as from_id, to_agent, coalesce(to_agent_id, '') as to_id
      from handoff ${inWorkspace} order by occurred_at, source_file_id, sequence, ordinal`,
  );
  const ids = new Map<string, string[]>();
  const nameOf = (agent: unknown, id: unknown) => {
    const known = ids.get(`${agent}`) ?? [];
    ids.set(`${agent}`, known.includes(`${id}`) ? known : [...known, `${id}`]);
    const place = ids.get(`${agent}`)?.indexOf(`${id}`) ?? 0;
    return place === 0 ? `${agent}` : `${agent}#${place + 1}`;
  };
  return found.map(
    (row) => `${row.kind} ${nameOf(row.from_agent, row.from_id)} → ${nameOf(row.to_agent, row.to_id)}`,
  );
}
