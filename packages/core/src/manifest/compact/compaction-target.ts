import { DEFAULT_BUDGET_LIMITS } from "../../budget/limits";
import { COMPRESSION_TARGETS } from "../compression";
import type { ArtifactType } from "../manifest";

/** Tokens for a manifest whose source is too short for the ratio of its type. */
const SHORT_SOURCE_TOKENS = 450;

/** Limits new manifests to this share of their limit, from which there is a warning. */
const COMFORTABLE_SHARE = 0.8;

/** Goal of a compaction: a size in tokens, and a ratio if the source is long enough. */
export interface CompactionTarget {
  readonly manifestTokens: number;
  readonly expectedRatio: number | null;
}

export function compactionTarget(type: ArtifactType, sourceTokens: number): CompactionTarget {
  const { ratio, fromTokens } = COMPRESSION_TARGETS[type];
  if (sourceTokens < fromTokens) return { manifestTokens: SHORT_SOURCE_TOKENS, expectedRatio: null };
  const comfortable = DEFAULT_BUDGET_LIMITS.manifestTokens * COMFORTABLE_SHARE;
  return { manifestTokens: Math.floor(Math.min(sourceTokens / ratio, comfortable)), expectedRatio: ratio };
}
