import { z } from "zod";
import { TokenCount } from "./token-count";

/**
 * Reason for reading another agent's file: it is the manifest, the manifest requires it, the manifest was not
 * enough (`detail`), or no manifest was usable (`fallback`).
 */
export const READ_REASONS = ["manifest", "required_reading", "detail", "fallback"] as const;
export type ReadReason = (typeof READ_REASONS)[number];

/**
 * An agent read a file of a handoff: the later cost of a manifest that is too small. `path` starts from the
 * project's root, `tokens` is the file's size, `reason` one of {@link READ_REASONS} or an orchestrator's own
 * words. `findings` are the codes because of which a manifest was not used.
 */
export const ArtifactReadEvent = z.looseObject({
  event_type: z.literal("artifact_read"),
  event_id: z.string().min(1).nullish(),
  session_id: z.string().min(1).nullish(),
  workflow_id: z.string().min(1).nullish(),
  agent_id: z.string().min(1).nullish(),
  timestamp: z.string().nullish(),
  path: z.string().min(1),
  tokens: TokenCount,
  reason: z.string(),
  findings: z.array(z.string()).nullish(),
});
export type ArtifactReadEvent = z.infer<typeof ArtifactReadEvent>;
