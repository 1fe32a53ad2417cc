import { manifestTokens } from "../manifest";
import { buildManifest, linesOf, type ManifestFrame, pointerOf } from "./build-manifest";
import type { DraftPart } from "./draft";
import type { DroppedItem } from "./manifest-sources";

/** Order of removal among items of equal rank. */
const LEAST_NEEDED_FIRST = [
  "/files_created",
  "/summary/files_to_modify",
  "/summary/files_to_create",
  "/summary/files_to_delete",
  "/dependencies_satisfied",
  "/summary/requires",
  "/summary/provides",
  "/summary/key_files",
  "/summary/test_results",
  "/summary/critical_context",
  "/summary/avoid",
  "/summary/approach",
  "/summary/overview",
  "/summary/system_overview",
  "/summary/current_state",
  "/summary/risks",
  "/summary/key_figures",
  "/summary/constraints",
  "/summary/next_actions",
  "/summary/key_insights",
  "/key_decisions",
  "/summary/strategy",
  "/required_reading",
];

/** Parts that keep more items than others, because the next agent cannot find them again. */
const WEIGHTS = new Map([
  ["/key_decisions", 8],
  ["/summary/constraints", 8],
  ["/summary/next_actions", 8],
  ["/summary/critical_context", 4],
  ["/summary/key_figures", 6],
  ["/summary/avoid", 4],
  ["/summary/system_overview", 3],
  ["/summary/current_state", 2],
  ["/summary/overview", 2],
  ["/summary/approach", 2],
  ["/summary/key_insights", 2],
  ["/summary/test_results", 2],
]);

export interface Fitted {
  readonly manifest: Record<string, unknown>;
  /** Tokens (`cl100k_base`) of the manifest. */
  readonly tokens: number;
  readonly parts: readonly DraftPart[];
  readonly dropped: readonly DroppedItem[];
}

/**
 * Shortens a manifest to at most `maxTokens` tokens, in a fixed order: optional context, then repeatedly the
 * lowest item of the part with the most, by weight. The rest may still be too long if nothing else can be removed. Uses bisection.
 *
 * @param surplus items without room in their part, which are reported as dropped.
 */
export function fitToBudget(
  frame: ManifestFrame,
  { parts, surplus }: { parts: readonly DraftPart[]; surplus: readonly DraftPart[] },
  maxTokens: number,
): Fitted {
  const order = orderDrops(parts);
  const shorten = (count: number) => {
    const kept = withoutLast(parts, order.slice(0, count));
    const manifest = buildManifest(frame, kept);
    return { manifest, tokens: manifestTokens(manifest), parts: kept, count };
  };
  let fitted = shorten(0);
  let tooFew = 0;
  if (fitted.tokens > maxTokens) {
    fitted = shorten(order.length);
    while (fitted.tokens <= maxTokens && fitted.count - tooFew > 1) {
      const middle = shorten(Math.floor((tooFew + fitted.count) / 2));
      if (middle.tokens <= maxTokens) fitted = middle;
      else tooFew = middle.count;
    }
  }
  const { count, ...result } = fitted;
  return {
    ...result,
    dropped: [...order.slice(0, count).flatMap(describeDrop), ...surplus.flatMap(describeSurplus)],
  };
}

/** One item to remove: the `index`-th of its part, which is the last one then. */
interface Drop {
  readonly part: DraftPart;
  readonly index: number;
}

/** Returns all items in order of removal. */
function orderDrops(parts: readonly DraftPart[]): Drop[] {
  const need = ({ pointer }: DraftPart) => LEAST_NEEDED_FIRST.indexOf(pointer);
  const left = parts.map((part) => ({
    part,
    count: part.items.length,
    need: need(part),
    weight: WEIGHTS.get(part.pointer) ?? 1,
  }));
  left.sort((a, b) => a.need - b.need);
  const drops: Drop[] = [];
  for (;;) {
    const filled = left.filter(({ count }) => count > 0);
    const longest = Math.max(...filled.map(({ count, weight }) => count / weight));
    const lowest =
      filled.find(({ part }) => part.pointer === "/optional_context") ??
      filled.find(({ count, weight }) => count / weight === longest);
    if (!lowest) return drops;
    lowest.count -= 1;
    drops.push({ part: lowest.part, index: lowest.count });
  }
}

function withoutLast(parts: readonly DraftPart[], drops: readonly Drop[]): DraftPart[] {
  const lengths = new Map(drops.map(({ part, index }) => [part, index]));
  return parts.map((part) => ({
    ...part,
    items: part.items.slice(0, lengths.get(part) ?? part.items.length),
  }));
}

/** An item after the last one, as JSON Pointer writes it. */
function describeSurplus({ pointer, items }: DraftPart): DroppedItem[] {
  return items.flatMap(({ pieces }) =>
    pieces.map(({ key, text, excerpt }) => ({
      path: key === "" ? `${pointer}/-` : `${pointer}/-/${key}`,
      text,
      source: excerpt && linesOf(excerpt),
    })),
  );
}

function describeDrop({ part, index }: Drop): DroppedItem[] {
  const pieces = part.items[index]?.pieces ?? [];
  return pieces.map((piece) => ({
    path: pointerOf(part, index, piece),
    text: piece.text,
    source: piece.excerpt && linesOf(piece.excerpt),
  }));
}
