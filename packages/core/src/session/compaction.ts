import { z } from "zod";
import { MAX_NAME_LENGTH } from "./limits";
import { TokenCount } from "./token-count";

export const COMPACTION_TRIGGERS = ["phase", "manual", "auto"] as const;
export type CompactionTrigger = (typeof COMPACTION_TRIGGERS)[number];

const Count = z.int().nonnegative();
const FactCount = z.looseObject({ total: Count, kept: Count });

/**
 * An agent's context was compacted. Sizes are tokens, null if not measured; the ratio is always calculated.
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
  /** Source of the size after; only `baton hook` writes it. */
  after_measure: z.enum(["provider", "estimated"]).nullish(),
  preserved: z.array(z.string()).nullish(),
  summary: z.string().nullish(),
  /** The phase that receives the compacted output. */
  next_phase: z.string().nullish(),
  /** Usage of the model that rephrased the summary. */
  summarizer_tokens: TokenCount.nullish(),
  summarizer_output_tokens: TokenCount.nullish(),
  summarizer_model: z.string().max(MAX_NAME_LENGTH).nullish(),
  /** If both texts are known: the number of facts of each class, and how many the summary keeps. */
  loss: z.record(z.string(), FactCount).nullish(),
  /** Result for the required facts. */
  survival: z.looseObject({ required: Count, missing: z.array(z.string()) }).nullish(),
});
export type CompactionEvent = z.infer<typeof CompactionEvent>;
