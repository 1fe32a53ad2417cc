import type { LivePolicy } from "./use-policy-editor";

/** Names the live policy: "v7", or the reported one if none was published here. */
export function liveName(live: LivePolicy | null): string {
  if (!live) return "no policy";
  return live.number === null ? "the reported policy" : `v${live.number}`;
}

/** Names the version that publishing the draft would create. */
export function draftName(live: LivePolicy | null): string {
  return `v${(live?.number ?? 0) + 1}`;
}

/** Describes the predecessor of a version just published; the first has none. */
export function describeBefore(live: LivePolicy | null): string {
  if (live?.number == null) return "This is the first published version.";
  return `You can restore ${liveName(live)} under Versions.`;
}
