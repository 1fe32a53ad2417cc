import { z } from "zod";

/**
 * What no compaction may lose: which task it is, for which feature, and where its
 * specification stands. Further scalars go along.
 */
export const EssentialState = z
  .object({ task_id: z.string().min(1), feature: z.string().min(1), spec_path: z.string().min(1) })
  .catchall(z.union([z.string(), z.number(), z.boolean(), z.null()]));
export type EssentialState = z.infer<typeof EssentialState>;

export const ESSENTIAL_KEYS = ["task_id", "feature", "spec_path"] as const;
