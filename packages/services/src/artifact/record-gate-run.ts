import type { Finding } from "@baton/core";
import { evaluateGate, type RolloutPhase } from "@baton/core/manifest";
import { type Database, getReviewOfContent, notifyRows, type ReviewState } from "@baton/db";
import { insertGateRun } from "@baton/db/write";

export interface GateRunToRecord {
  workspaceId: string;
  /** SHA-256 of the manifest's file, in hex. */
  sha256: string;
  path: string;
  agent: string | null;
  phase: RolloutPhase;
  needsApproval: boolean;
  findings: readonly Finding[];
  /** Name of the API key. */
  ranBy: string;
}

/** Records a run of the gate. @returns the manifest's review, and whether the workflow may continue. */
export async function recordGateRun(
  db: Database,
  { findings, ...run }: GateRunToRecord,
): Promise<{ review: ReviewState; passes: boolean }> {
  const review = await getReviewOfContent(db, run);
  const verdict = evaluateGate(findings, run.phase, { review, isRequired: run.needsApproval });
  const errors = verdict.findings.filter(({ severity }) => severity === "error");
  const errorCodes = [...new Set(errors.map(({ code }) => code))];
  await insertGateRun(db, { ...run, review, errorCodes, hasPassed: verdict.passes });
  const { workspaceId } = run;
  await notifyRows(db, { workspaceId, sessionIds: [], hasHandoffs: false, hasQuarantined: false });
  return { review, passes: verdict.passes };
}
