import { z } from "zod";
import { ARTIFACT_TYPES } from "../manifest";

/** Where a text stands: lines count from 1, both inclusive. `file` is null for a text that was in no file. */
export const SourceLines = z.object({
  file: z.string().nullable(),
  startLine: z.int().positive(),
  endLine: z.int().positive(),
});
export type SourceLines = z.infer<typeof SourceLines>;

/**
 * One text of a manifest and where it comes from. `path` is a JSON Pointer into the
 * manifest; a text made of several sentences has an entry for each, and is those joined by a
 * space, or by `; ` behind one without a full stop.
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

/** A text that was found and did not fit. `path` is where it would have stood. */
export const DroppedItem = z.object({
  path: z.string(),
  text: z.string(),
  source: SourceLines.nullable(),
});
export type DroppedItem = z.infer<typeof DroppedItem>;

/**
 * Stands beside a manifest as `manifest.sources.json`: where each of its texts comes from,
 * and what was left out. Sizes are in tokens.
 */
export const ManifestSources = z.object({
  artifact_type: z.enum(ARTIFACT_TYPES),
  source_tokens: z.int().nonnegative(),
  manifest_tokens: z.int().nonnegative(),
  /** Source over manifest. */
  ratio: z.number().nonnegative(),
  /** The ratio that is expected of so long a source; null where it is too short to expect one. */
  expected_ratio: z.number().nullable(),
  items: z.array(ItemSource),
  dropped: z.array(DroppedItem),
});
export type ManifestSources = z.infer<typeof ManifestSources>;
