import { DEFAULT_BUDGET_LIMITS } from "../../budget/limits";
import { COMPRESSION_TARGETS } from "../compression";
import type { ArtifactType } from "../manifest";

/** Least tokens for a manifest whose source is too short for the ratio of its type. */
const SHORT_SOURCE_TOKENS = 450;

/** A longer one may be this share of its source: what binds the next agent counts more than the ratio. */
const SHORT_SOURCE_SHARE = 0.75;

/** Limits new manifests to this share of their limit, from which there is a warning. */
const COMFORTABLE_SHARE = 0.8;

/** Goal of a compaction: a size in tokens, and a ratio if the source is long enough. */
export interface CompactionTarget {
  readonly manifestTokens: number;
  readonly expectedRatio: number | null;
}

export function compactionTarget(type: ArtifactType, sourceTokens: number): CompactionTarget {
  const { ratio, fromTokens } = COMPRESSION_TARGETS[type];
  const comfortable = DEFAULT_BUDGET_LIMITS.manifestTokens * COMFORTABLE_SHARE;
  if (sourceTokens < fromTokens) {
    const share = Math.max(SHORT_SOURCE_TOKENS, sourceTokens * SHORT_SOURCE_SHARE);
    return { manifestTokens: Math.floor(Math.min(share, comfortable)), expectedRatio: null };
  }
  return { manifestTokens: Math.floor(Math.min(sourceTokens / ratio, comfortable)), expectedRatio: ratio };
}
