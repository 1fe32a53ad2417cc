import { z } from "zod";

/**
 * State that every compaction keeps: the task, its feature and the path of its specification. Further scalars
 * are kept too.
 */
export const EssentialState = z
  .object({ task_id: z.string().min(1), feature: z.string().min(1), spec_path: z.string().min(1) })
  .catchall(z.union([z.string(), z.number(), z.boolean(), z.null()]));
export type EssentialState = z.infer<typeof EssentialState>;

export const ESSENTIAL_KEYS = ["task_id", "feature", "spec_path"] as const;
