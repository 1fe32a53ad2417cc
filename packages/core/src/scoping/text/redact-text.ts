import type { CompiledPolicy } from "../compile-policy";
import type { HandoffPair } from "../handoff";
import { findTerms } from "../handoff-terms";
import { RemovedPaths } from "../removed-paths";
import { redactBlockedText } from "./text-filter";

/**
 * Redacts the blocked fields of a pair of agents within a text.
 *
 * @param path path of the text, which the names of redacted fields start with.
 * @returns the text itself if nothing is blocked in it, and the paths of what is redacted.
 */
export function redactText(
  policy: CompiledPolicy,
  { text, path, ...pair }: Pick<HandoffPair, "from" | "to" | "now"> & { text: string; path: string },
): { text: string; fieldsFiltered: string[] } {
  const { blocked } = findTerms(policy, pair);
  const removed = new RemovedPaths();
  const redacted = redactBlockedText(text, blocked, blocked.top, removed.at(path));
  return { text: redacted, fieldsFiltered: removed.list() };
}
