import { z } from "zod";

/**
 * Result of an agent (`.return-meta.json`). A wire document that agents write in many forms: `status` is any
 * word, `next_steps` a text or a list; keeps unknown keys.
 */
export const ReturnMetadata = z.looseObject({
  status: z.string(),
  next_steps: z.union([z.string(), z.array(z.string())]).nullish(),
  partial_progress: z
    .looseObject({
      stage: z.string().nullish(),
      details: z.string().nullish(),
      /** Their number, or a list of them. */
      phases_completed: z.union([z.int().nonnegative(), z.array(z.unknown())]).nullish(),
      phases_total: z.int().nonnegative().nullish(),
      handoff_path: z.string().nullish(),
    })
    .nullish(),
});
export type ReturnMetadata = z.infer<typeof ReturnMetadata>;
