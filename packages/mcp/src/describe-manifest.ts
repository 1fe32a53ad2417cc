import { countOf } from "@baton/core/internal";
import { viewManifest } from "@baton/core/manifest";

/** Files that a short answer names. */
const MAX_FILES = 20;

/**
 * Describes a manifest in a few lines: its result and decisions, and its files with their sizes.
 *
 * @param document parsed JSON, which may be an invalid manifest.
 * @param given.problems of the manifest; without any, it is valid.
 * @param given.files each with its size.
 */
export function describeManifest(
  document: unknown,
  { problems, files }: { problems: readonly string[]; files: readonly string[] },
): string {
  const { from_agent, artifact_type, summary, key_decisions } = viewManifest(document);
  const count = countOf(problems.length, "error");
  const state = problems.length === 0 ? "valid" : `${count}: rely on the files instead`;
  const decisions = key_decisions.map((decision) => `- ${JSON.stringify(decision)}`);
  const more = files.length > MAX_FILES ? [`… and ${files.length - MAX_FILES} more`] : [];
  return [
    `Manifest of ${from_agent ?? "an unnamed agent"} (${artifact_type ?? "unknown type"}), ${state}.`,
    ...problems.map((problem) => `- ${problem}`),
    `Summary: ${JSON.stringify(summary)}`,
    ...(decisions.length > 0 ? ["Decisions:", ...decisions] : []),
    "Files:",
    ...(files.length === 0 ? ["- none"] : files.slice(0, MAX_FILES).map((file) => `- ${file}`)),
    ...more,
  ].join("\n");
}
