import { isHandoffDocumentPath } from "@baton/core/internal";
import type { HandoffDocumentFormat, HandoffDocumentKind } from "./source-format";

const PATTERNS: readonly [HandoffDocumentKind, RegExp][] = [
  ["objectives", /\/progress\/[^/]+\.json$/],
  ["features", /\/feature_list\.json$/],
  ["phase_result", /\/phases\/phase-[^/]+-results\.md$/],
];

/**
 * Files that an agent leaves for its successor: `handoffs/*.md`, `HANDOFF.md`, `docs/handoff-*.md`,
 * `claude-progress.txt`, `progress/*.json`, `feature_list.json`, `phases/phase-*-results.md`.
 */
export const handoffDocument: HandoffDocumentFormat = {
  kind: "succession",
  name: "handoff-doc",
  about: {
    files:
      "handoffs/*.md, HANDOFF.md, docs/handoff-*.md, claude-progress.txt, progress/*.json, feature_list.json, phases/phase-*-results.md",
    version: "no versions",
  },
  ownsPath: (path) => kindOf(path) !== null,
  kindOf,
};

function kindOf(path: string): HandoffDocumentKind | null {
  if (isHandoffDocumentPath(path)) return "handoff";
  return PATTERNS.find(([, pattern]) => pattern.test(path))?.[0] ?? null;
}
