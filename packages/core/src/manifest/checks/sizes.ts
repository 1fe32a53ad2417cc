import type { Finding } from "../../finding";
import { COMPRESSION_TARGETS, compressionOf, isCompressionLow } from "../compression";
import type { ManifestFiles } from "../manifest-files";
import { manifestFinding } from "../manifest-finding";
import { type Check, type CheckContext, formatTokens } from "./check";

/** Share of its limit from which a manifest gets a warning. */
const NEAR_LIMIT_SHARE = 0.8;

/** The part of a {@link CheckContext} that decides about sizes. */
export type SizesToCheck = Pick<CheckContext, "sizes" | "limits"> & {
  readonly files: Pick<ManifestFiles, "requiredReading"> | null;
};

export const checkSizes = ({ sizes, limits, files }: SizesToCheck): Finding[] => {
  const { manifestTokens, requiredReadingTokens } = sizes;
  const handoffTokens = manifestTokens + (requiredReadingTokens ?? 0);
  const findings = [];
  if (manifestTokens > limits.manifestTokens) {
    const message = `the manifest has ${formatTokens(manifestTokens)}, at most ${formatTokens(limits.manifestTokens)} fit`;
    findings.push(manifestFinding("manifest_too_large", [], message));
  } else if (manifestTokens > limits.manifestTokens * NEAR_LIMIT_SHARE) {
    const message = `the manifest has ${formatTokens(manifestTokens)} of at most ${formatTokens(limits.manifestTokens)}`;
    findings.push(manifestFinding("manifest_near_limit", [], message));
  }
  const isAnyTooLarge = (files?.requiredReading ?? []).some((entry) =>
    entry?.files.some((file) => file.state === "uncounted" && file.cause === "too_large"),
  );
  if ((requiredReadingTokens ?? 0) > limits.requiredReadingTokens || isAnyTooLarge) {
    const size = isAnyTooLarge
      ? "is too large to be counted"
      : `has ${formatTokens(requiredReadingTokens ?? 0)}`;
    const message = `the required reading ${size}, at most ${formatTokens(limits.requiredReadingTokens)} fit`;
    findings.push(manifestFinding("required_reading_too_large", ["required_reading"], message));
  }
  if (handoffTokens > limits.handoffTokens) {
    const message = `manifest and required reading have ${formatTokens(handoffTokens)}, at most ${formatTokens(limits.handoffTokens)} fit`;
    findings.push(manifestFinding("handoff_too_large", [], message));
  }
  return findings;
};

/** Never trusts the size that a manifest reports. */
export const checkBudget: Check = ({ view: { context_budget }, sizes }) =>
  (
    [
      ["manifest_tokens", sizes.manifestTokens],
      ["required_reading_tokens", sizes.requiredReadingTokens],
    ] as const
  ).flatMap(([key, counted]) => {
    const stored = context_budget[key];
    if (stored === null || counted === null || stored === counted) return [];
    const message = `it says ${formatTokens(stored)}, ${formatTokens(counted)} were counted`;
    return [manifestFinding("budget_mismatch", ["context_budget", key], message)];
  });

export const checkCompression: Check = ({ view: { artifact_type }, sizes }) => {
  const { ofManifest } = compressionOf([sizes]);
  if (ofManifest === null || !isCompressionLow(artifact_type, sizes)) return [];
  const { ratio } = COMPRESSION_TARGETS[artifact_type ?? "handoff"];
  const message = `the detail files are ${ofManifest.toFixed(1)} times as large as the manifest, about ${ratio} times is expected`;
  return [manifestFinding("low_compression", ["detail_files"], message)];
};
