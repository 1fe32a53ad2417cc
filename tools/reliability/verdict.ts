import { type Database, getAuditHead, listAuditChain, listAuditedWorkspaces } from "@baton/db";
import { listWrongTotals } from "@baton/ingest/test/expectations";
import { AuditChainVerifier } from "@baton/server/audit";
import { sql } from "drizzle-orm";

export interface LineComparison {
  /** Number of written lines that are missing in the database. */
  missing: number;
  /** Number of stored lines beyond those that were written. */
  extra: number;
}

export interface Verdict extends LineComparison {
  wrongTotals: string[];
  brokenAuditLogs: string[];
  losses: number;
  isExact: boolean;
}

/** Compares the written lines with those of the default workspace, by their hashes. */
export async function compareLines(db: Database, written: readonly string[]): Promise<LineComparison> {
  const { rows: stored } = await db.execute<{ sha256: string }>(
    sql`select sha256 from event where workspace_id = 'default'
      union all select sha256 from quarantined_line where workspace_id = 'default'`,
  );
  const counts = new Map<string, number>();
  for (const hash of written) counts.set(hash, (counts.get(hash) ?? 0) + 1);
  for (const { sha256 } of stored) counts.set(sha256, (counts.get(sha256) ?? 0) - 1);
  const differences = [...counts.values()];
  return {
    missing: differences.reduce((sum, difference) => sum + Math.max(0, difference), 0),
    extra: differences.reduce((sum, difference) => sum + Math.max(0, -difference), 0),
  };
}

/** Checks the lines, the totals and the audit log. */
export async function check(db: Database, written: readonly string[]): Promise<Verdict> {
  const lines = await compareLines(db, written);
  const wrongTotals = await listWrongTotals(db);
  const brokenAuditLogs: string[] = [];
  for (const workspaceId of await listAuditedWorkspaces(db)) {
    const head = await getAuditHead(db, { workspaceId });
    const verifier = new AuditChainVerifier(head ? [head] : []);
    for await (const record of listAuditChain(db, { workspaceId })) verifier.add(record);
    if (!verifier.finish().ok) brokenAuditLogs.push(workspaceId);
  }
  const {
    rows: [row],
  } = await db.execute<{ losses: number }>(
    sql`select count(*)::int as losses from audit_log where action = 'source.loss'`,
  );
  const losses = row?.losses ?? 0;
  const isExact = lines.missing + lines.extra + wrongTotals.length + brokenAuditLogs.length + losses === 0;
  return { ...lines, wrongTotals, brokenAuditLogs, losses, isExact };
}
