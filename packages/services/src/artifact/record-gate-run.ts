import type { Finding } from "@baton/core";
import { evaluateGate, type RolloutPhase } from "@baton/core/manifest";
import {
  type Database,
  findManifestByContent,
  getReviewOfContent,
  notifyRows,
  type ReviewState,
} from "@baton/db";
import { insertGateRun } from "@baton/db/write";
import { createNotification } from "../notification/create-notification";

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

/**
 * Records a run of the gate. Notifies owners once per manifest if only an approval is missing.
 *
 * @returns the manifest's review, and whether the workflow may continue.
 */
export async function recordGateRun(
  db: Database,
  { findings, ...run }: GateRunToRecord,
): Promise<{ review: ReviewState; passes: boolean }> {
  const review = await getReviewOfContent(db, run);
  const verdict = evaluateGate(findings, run.phase, { review, isRequired: run.needsApproval });
  const errors = verdict.findings.filter(({ severity }) => severity === "error");
  const errorCodes = [...new Set(errors.map(({ code }) => code))];
  await db.transaction(async (tx) => {
    await insertGateRun(tx, { ...run, review, errorCodes, hasPassed: verdict.passes });
    const { workspaceId } = run;
    const isWaiting = run.needsApproval && review === "not_reviewed";
    if (isWaiting && (verdict.isCompliant || run.phase !== "enforce")) await requestApproval(tx, run);
    await notifyRows(tx, { workspaceId, sessionIds: [], hasHandoffs: false, hasQuarantined: false });
  });
  return { review, passes: verdict.passes };
}

async function requestApproval(tx: Database, run: Omit<GateRunToRecord, "findings">): Promise<void> {
  const { workspaceId, sha256, path, agent, ranBy } = run;
  const manifestId = await findManifestByContent(tx, { workspaceId, sha256 });
  await createNotification(tx, {
    workspaceId,
    key: `manifest.waiting ${sha256}`,
    kind: "manifest.waiting",
    page: manifestId === null ? "manifests" : `manifests/${manifestId}`,
    subject: `The gate waits for the approval of a manifest${agent === null ? "" : ` of ${agent}`}`,
    body: `${path}, checked with the API key ${ranBy}.`,
  });
}
