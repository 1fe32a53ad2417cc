import { z } from "zod";
import { ARTIFACT_TYPES } from "../manifest";

/** Position of a text: lines from 1, both inclusive. `file` is null for a text that was not in a file. */
export const SourceLines = z.object({
  file: z.string().nullable(),
  startLine: z.int().positive(),
  endLine: z.int().positive(),
});
export type SourceLines = z.infer<typeof SourceLines>;

/**
 * A text of a manifest and its source. `path` is a JSON Pointer into the manifest. A text of several
 * sentences has an entry for each; they are joined by a space, or by `; ` after one without a full stop.
 */
export const ItemSource = z.discriminatedUnion("origin", [
  z.object({ path: z.string(), text: z.string(), origin: z.literal("source"), source: SourceLines }),
  z.object({ path: z.string(), text: z.string(), origin: z.literal("file_tree") }),
  z.object({
    path: z.string(),
    text: z.string(),
    origin: z.literal("model"),
    source: SourceLines,
    extract: z.string().describe("The text of the source that a model rephrased"),
  }),
]);
export type ItemSource = z.infer<typeof ItemSource>;

/** A found text that did not fit. `path` is its intended position. */
export const DroppedItem = z.object({
  path: z.string(),
  text: z.string(),
  source: SourceLines.nullable(),
});
export type DroppedItem = z.infer<typeof DroppedItem>;

/**
 * `manifest.sources.json` next to a manifest: the sources of its texts, and what was left out. Sizes are
 * tokens.
 */
export const ManifestSources = z.object({
  artifact_type: z.enum(ARTIFACT_TYPES),
  source_tokens: z.int().nonnegative(),
  manifest_tokens: z.int().nonnegative(),
  /** Size of the source ÷ size of the manifest. */
  ratio: z.number().nonnegative(),
  /** Expected ratio for the length of the source; null if it is too short. */
  expected_ratio: z.number().nullable(),
  /** Tokens of a model that rephrased texts, as its provider counts them; absent without a model. */
  model_tokens: z.int().nonnegative().optional(),
  /** Part of `model_tokens` that the model wrote. */
  model_output_tokens: z.int().nonnegative().optional(),
  model: z.string().optional(),
  items: z.array(ItemSource),
  dropped: z.array(DroppedItem),
  /** Dropped items by the part that they were for, such as `constraints`; absent in older files. */
  dropped_by_part: z.record(z.string(), z.int().positive()).optional(),
});
export type ManifestSources = z.infer<typeof ManifestSources>;

/** Counts dropped items by part. A decision counts once, not for each of its texts. */
export function countDropped(dropped: readonly DroppedItem[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { path } of dropped) {
    const [part = "", , key] = path.replace(/^\/(?:summary\/)?/, "").split("/");
    if (key === undefined || key === "decision" || key === "file") counts[part] = (counts[part] ?? 0) + 1;
  }
  return counts;
}
