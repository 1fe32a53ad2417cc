import { z } from "zod";

/**
 * What an agent returned at its end (`.return-meta.json`). A wire document of which agents write many shapes:
 * `status` is of an open set of words, `next_steps` a text or a list; what else stands in it is kept.
 */
export const ReturnMetadata = z.looseObject({
  status: z.string(),
  next_steps: z.union([z.string(), z.array(z.string())]).nullish(),
  partial_progress: z
    .looseObject({
      stage: z.string().nullish(),
      details: z.string().nullish(),
      /** How many, or which. */
      phases_completed: z.union([z.int().nonnegative(), z.array(z.unknown())]).nullish(),
      phases_total: z.int().nonnegative().nullish(),
      handoff_path: z.string().nullish(),
    })
    .nullish(),
});
export type ReturnMetadata = z.infer<typeof ReturnMetadata>;
