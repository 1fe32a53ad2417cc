import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { ReleaseStage } from "./release-stage";

/** A session whose handoffs one version decides. */
export interface ReleaseSession {
  readonly sessionId: string;
  readonly workflowId?: string | undefined;
}

/**
 * Returns true if the candidate decides the handoffs of a session. A session that is in a share stays in every greater
 * one: the share is by the first 32 bits of the SHA-256 of its ID.
 */
export function isReleased(stage: ReleaseStage, { sessionId, workflowId }: ReleaseSession): boolean {
  if (stage.stage === "observe") return false;
  if (stage.stage === "workflows") return workflowId !== undefined && stage.workflows.includes(workflowId);
  const place = Number.parseInt(bytesToHex(sha256(utf8ToBytes(sessionId))).slice(0, 8), 16);
  return place * 100 < stage.percent * 2 ** 32;
}
