import type { ArtifactType } from "./manifest";

/** Expected compression ratio by type, and the source size in tokens from which it applies. */
export const COMPRESSION_TARGETS: Readonly<Record<ArtifactType, { ratio: number; fromTokens: number }>> = {
  research: { ratio: 50, fromTokens: 20_000 },
  plan: { ratio: 20, fromTokens: 10_000 },
  implementation: { ratio: 100, fromTokens: 50_000 },
  // Ten times the 800 tokens that a manifest of short sources may have.
  handoff: { ratio: 10, fromTokens: 8_000 },
};

/** Compression under this share of its target is low. */
const LOW_SHARE = 0.5;

/** Sizes of one handoff, in tokens (`cl100k_base`). */
export interface ManifestSizes {
  /** The manifest without its `context_budget`. */
  readonly manifestTokens: number;
  /** All files of the required reading; null if the files are unknown. */
  readonly requiredReadingTokens: number | null;
  /** All detail files, each once; null if the files are unknown or not all of them could be counted. */
  readonly detailTokens: number | null;
}

/** Source size ÷ manifest size; null without sources or if they are unknown. */
export interface Compression {
  /** Compared with the manifest. */
  readonly ofManifest: number | null;
  /** Compared with manifest and required reading: what the next agent actually reads. */
  readonly ofHandoff: number | null;
}

/**
 * Returns the compression of manifests: a ratio of totals, never a mean of ratios. Excludes manifests with
 * unknown or no sources on both sides.
 */
export function compressionOf(handoffs: readonly ManifestSizes[]): Compression {
  let details = 0;
  let manifests = 0;
  let reading = 0;
  for (const { manifestTokens, requiredReadingTokens, detailTokens } of handoffs) {
    if (!detailTokens) continue;
    details += detailTokens;
    manifests += manifestTokens;
    reading += requiredReadingTokens ?? 0;
  }
  return { ofManifest: ratio(details, manifests), ofHandoff: ratio(details, manifests + reading) };
}

/**
 * Returns true if a manifest has less than half of the expected compression ratio. Ignores sources that are
 * too short for their type.
 *
 * @param type null counts as an unspecified type.
 */
export function isCompressionLow(type: ArtifactType | null, sizes: ManifestSizes): boolean {
  const target = COMPRESSION_TARGETS[type ?? "handoff"];
  const { ofManifest } = compressionOf([sizes]);
  if (ofManifest === null || (sizes.detailTokens ?? 0) < target.fromTokens) return false;
  return ofManifest < target.ratio * LOW_SHARE;
}

function ratio(sources: number, size: number): number | null {
  return sources === 0 || size === 0 ? null : sources / size;
}
