import { z } from "zod";
import { isObject } from "../is-object";
import { ARTIFACT_TYPES } from "./manifest";

const Text = z.string().nullable().catch(null);
const Figure = z.number().nullable().catch(null);

function lenientList<Item extends z.ZodType>(item: Item) {
  return z.array(item).catch([]);
}

const NamedFile = z.object({ file: z.string() }).nullable().catch(null);

const ManifestView = z.object({
  from_agent: Text,
  artifact_type: z.enum(ARTIFACT_TYPES).nullable().catch(null),
  timestamp: Text,
  artifacts_directory: Text,
  summary: z.record(z.string(), z.unknown()).catch({}),
  key_decisions: lenientList(z.unknown()),
  files_created: lenientList(z.unknown()),
  dependencies_satisfied: lenientList(Text),
  required_reading: lenientList(NamedFile),
  optional_context: lenientList(NamedFile),
  detail_files: lenientList(Text),
  context_budget: z
    .object({ manifest_tokens: Figure, required_reading_tokens: Figure })
    .catch({ manifest_tokens: null, required_reading_tokens: null }),
});

/**
 * What can be read of a document that may be no valid manifest, so that one fault hides no other: what is
 * missing or of the wrong kind is null, or empty. Items of a list keep their places.
 */
export type ManifestView = z.infer<typeof ManifestView>;

/**
 * Reads of a document what can be read of it. Never throws.
 *
 * @param document whatever `JSON.parse` gave.
 */
export function viewManifest(document: unknown): ManifestView {
  return ManifestView.parse(isObject(document) ? document : {});
}
