import { z } from "zod";

export const COMPACTION_TRIGGERS = ["phase", "manual", "auto"] as const;
export type CompactionTrigger = (typeof COMPACTION_TRIGGERS)[number];

/** An agent's context was made smaller. Sizes are in tokens, null where nobody measured them; the ratio is worked out, never read. */
export const CompactionEvent = z.looseObject({
  event_type: z.literal("compaction"),
  event_id: z.string().min(1).nullish(),
  session_id: z.string().min(1).nullish(),
  workflow_id: z.string().nullish(),
  agent_id: z.string().min(1).nullish(),
  timestamp: z.string().nullish(),
  before_tokens: z.int().nonnegative().nullable(),
  after_tokens: z.int().nonnegative().nullable(),
  trigger: z.enum(COMPACTION_TRIGGERS),
  preserved: z.array(z.string()).nullish(),
  summary: z.string().nullish(),
});
export type CompactionEvent = z.infer<typeof CompactionEvent>;
