import { manifestTokens } from "../manifest";
import { buildManifest, linesOf, type ManifestFrame, pointerOf, withoutItem } from "./build-manifest";
import type { DraftPart } from "./draft";
import type { DroppedItem } from "./manifest-sources";

/** Of items that are equally low in their part, those of the first of these go first. */
const LEAST_NEEDED_FIRST = [
  ...["/files_created", "/dependencies_satisfied", "/summary/key_files", "/summary/test_results"],
  ...["/summary/critical_context", "/summary/avoid", "/summary/approach", "/summary/overview"],
  ...["/summary/system_overview", "/summary/current_state", "/summary/risks", "/summary/constraints"],
  ...[
    "/summary/next_actions",
    "/summary/key_insights",
    "/key_decisions",
    "/summary/strategy",
    "/required_reading",
  ],
];

export interface Fitted {
  readonly manifest: Record<string, unknown>;
  /** Tokens (`cl100k_base`) of the manifest. */
  readonly tokens: number;
  readonly parts: readonly DraftPart[];
  readonly dropped: readonly DroppedItem[];
}

/**
 * Shortens a manifest until it has at most `maxTokens` tokens, in a fixed order: optional context, then the item that is lowest in
 * its part, over and over. What is left may still be too long: then nothing more can go.
 */
export function fitToBudget(frame: ManifestFrame, parts: readonly DraftPart[], maxTokens: number): Fitted {
  const dropped: DroppedItem[] = [];
  let kept = parts;
  for (;;) {
    const manifest = buildManifest(frame, kept);
    const tokens = manifestTokens(manifest);
    const lowest = tokens > maxTokens ? findLowest(kept) : null;
    if (!lowest) return { manifest, tokens, parts: kept, dropped };
    const index = lowest.items.length - 1;
    const item = lowest.items[index];
    if (!item) return { manifest, tokens, parts: kept, dropped };
    for (const piece of item.pieces) {
      const path = pointerOf(lowest, index, piece);
      dropped.push({ path, text: piece.text, source: piece.excerpt && linesOf(piece.excerpt) });
    }
    kept = kept.map((part) => (part === lowest ? withoutItem(part, item) : part));
  }
}

/** The part whose last item is to go next. */
function findLowest(parts: readonly DraftPart[]): DraftPart | null {
  const filled = parts.filter(({ items }) => items.length > 0);
  const optional = filled.find(({ pointer }) => pointer === "/optional_context");
  if (optional) return optional;
  const need = ({ pointer }: DraftPart) => LEAST_NEEDED_FIRST.indexOf(pointer);
  const [lowest] = [...filled].sort((a, b) => b.items.length - a.items.length || need(a) - need(b));
  return lowest ?? null;
}
