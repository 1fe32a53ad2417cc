import { z } from "zod";

/** Workflows that a stage can name. */
const MAX_RELEASE_WORKFLOWS = 100;

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
