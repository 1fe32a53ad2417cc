import type { LivePolicy } from "./use-policy-editor";

/** What the live policy is called: "v7", or "the policy seen" where none was published here. */
export function liveName(live: LivePolicy | null): string {
  if (!live) return "nothing";
  return live.number === null ? "the reported policy" : `v${live.number}`;
}

/** What the draft would be called once it is published. */
export function draftName(live: LivePolicy | null): string {
  return `v${(live?.number ?? 0) + 1}`;
}

/** Of a version that was just published, where the one before it is; the first has none. */
export function describeBefore(live: LivePolicy | null): string {
  if (live?.number == null) return "This is the first published version.";
  return `You can restore ${liveName(live)} under Versions.`;
}
