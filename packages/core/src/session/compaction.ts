import { z } from "zod";
import { TokenCount } from "./token-count";

export const COMPACTION_TRIGGERS = ["phase", "manual", "auto"] as const;
export type CompactionTrigger = (typeof COMPACTION_TRIGGERS)[number];

const Count = z.int().nonnegative();
const FactCount = z.looseObject({ total: Count, kept: Count });

/**
 * An agent's context was made smaller. Sizes are in tokens, null where nobody
 * measured them; the ratio is worked out, never read.
 */
export const CompactionEvent = z.looseObject({
  event_type: z.literal("compaction"),
  event_id: z.string().min(1).nullish(),
  session_id: z.string().min(1).nullish(),
  workflow_id: z.string().nullish(),
  agent_id: z.string().min(1).nullish(),
  timestamp: z.string().nullish(),
  before_tokens: TokenCount.nullable(),
  after_tokens: TokenCount.nullable(),
  trigger: z.enum(COMPACTION_TRIGGERS),
  /** Who counted the size after, in what `baton hook` writes alone. */
  after_measure: z.enum(["provider", "estimated"]).nullish(),
  preserved: z.array(z.string()).nullish(),
  summary: z.string().nullish(),
  /** For whom a phase's output was made small. */
  next_phase: z.string().nullish(),
  /**
   * Where both texts are known: how many facts of each class there were,
   * and how many of them stand in the summary.
   */
  loss: z.record(z.string(), FactCount).nullish(),
  /** What became of the facts that had to survive. */
  survival: z.looseObject({ required: Count, missing: z.array(z.string()) }).nullish(),
});
export type CompactionEvent = z.infer<typeof CompactionEvent>;
