import type { SuccessionFormat, SuccessionKind } from "./source-format";

const PATTERNS: readonly [SuccessionKind, RegExp][] = [
  ["handoff", /\/handoffs\/(?:archive\/)?[^/]+\.md$/],
  ["objectives", /\/progress\/[^/]+\.json$/],
  ["features", /\/feature_list\.json$/],
  ["phase_result", /\/phases\/phase-[^/]+-results\.md$/],
];

/**
 * `handoffs/*.md`, `progress/*.json`, `feature_list.json`,
 * `phases/phase-*-results.md`: what an agent leaves for its successor.
 */
export const handoffDocument: SuccessionFormat = {
  kind: "succession",
  name: "handoff-doc",
  ownsPath: (path) => kindOf(path) !== null,
  kindOf,
};

function kindOf(path: string): SuccessionKind | null {
  return PATTERNS.find(([, pattern]) => pattern.test(path))?.[0] ?? null;
}
