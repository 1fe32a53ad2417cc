import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { z } from "zod";

/** Workflows that a stage can name. */
export const MAX_RELEASE_WORKFLOWS = 100;

/**
 * Handoffs that a candidate version decides while it is released in steps. `observe`: none; it only records what it
 * would have done. `share`: those of `percent` % of the sessions. `workflows`: those of the named workflows.
 */
export const ReleaseStage = z.discriminatedUnion("stage", [
  z.object({ stage: z.literal("observe") }),
  z.object({ stage: z.literal("share"), percent: z.int().min(1).max(99) }),
  z.object({
    stage: z.literal("workflows"),
    workflows: z.array(z.string().min(1).max(500)).min(1).max(MAX_RELEASE_WORKFLOWS),
  }),
]);
export type ReleaseStage = z.infer<typeof ReleaseStage>;

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
