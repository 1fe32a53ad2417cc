import { z } from "zod";
import { isObject } from "../is-object";
import { ARTIFACT_TYPES } from "./manifest";

const Text = z.string().nullable().catch(null);
const Metric = z.number().nullable().catch(null);

function lenientList<Item extends z.ZodType>(item: Item) {
  return z.array(item).catch([]);
}

const NamedFile = z.object({ file: z.string() }).nullable().catch(null);

const ManifestView = z.object({
  from_agent: Text,
  artifact_type: z.enum(ARTIFACT_TYPES).nullable().catch(null),
  to_agents: z.array(z.string()).nullable().catch(null),
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
    .object({ manifest_tokens: Metric, required_reading_tokens: Metric })
    .catch({ manifest_tokens: null, required_reading_tokens: null }),
});

/**
 * The readable parts of a document that may be invalid, so that one error hides no other: missing or wrong
 * values are null or empty. List items keep their positions.
 */
export type ManifestView = z.infer<typeof ManifestView>;

/**
 * Reads the valid parts of a document. Never throws.
 *
 * @param document any result of `JSON.parse`.
 */
export function viewManifest(document: unknown): ManifestView {
  return ManifestView.parse(isObject(document) ? document : {});
}
