import { type RedactedDocument, redactDocument } from "../content/check-document";
import type { CompiledPolicy } from "../scoping/compile-policy";

/** Markdown after content rules. */
export interface RedactedMarkdown extends Omit<RedactedDocument, "document"> {
  readonly markdown: string;
}

/**
 * Removes what the content rules of a policy redact or block from Markdown that Baton writes or passes to an agent. The
 * agents are unknown, so the rules of all agents apply. Never throws: a text that a rule cannot search is withheld. A
 * policy that observes only has findings.
 *
 * @param contentPolicy policy, compiled with detectors; without it, no rules apply.
 */
export function redactMarkdown(
  markdown: string,
  contentPolicy: CompiledPolicy | null | undefined,
): RedactedMarkdown {
  const { document, ...content } = redactDocument(contentPolicy, { from: null, to: null }, markdown);
  return { markdown: String(document), ...content };
}
