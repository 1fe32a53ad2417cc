import canonicalize from "canonicalize";
import { stringify } from "yaml";
import type { CompiledPolicy } from "../scoping/compile-policy";
import { type HandoffDocument, type HandoffSection, SECTION_HEADINGS } from "./handoff-document";
import { parseHandoffDocument } from "./parse-handoff-document";
import { redactMarkdown } from "./redact-markdown";

/** Text of an empty section. */
const NOTHING = "None.";

/**
 * Renders a handoff document in our own form: front matter, title, the six sections in order, then the
 * others. The inverse of `parseHandoffDocument`.
 *
 * @param options.contentPolicy policy, compiled with detectors: what its content rules redact or block is removed.
 * @returns Markdown that ends with a line feed.
 * @throws RangeError if a text would be parsed differently, such as a next action that contains the heading
 * of another section.
 */
export function renderHandoffDocument(
  document: HandoffDocument,
  { contentPolicy }: { contentPolicy?: CompiledPolicy } = {},
): string {
  const markdown = render(document);
  const read = parseHandoffDocument(markdown).document;
  const { frontMatter, title, preamble, ...sections } = document;
  const changed = Object.entries({ frontMatter, title, preamble, ...sections }).find(
    ([name, value]) => canonicalize(value) !== canonicalize(Reflect.get(read, name)),
  );
  if (changed) {
    throw new RangeError(
      `${changed[0]} of the handoff document contains Markdown that would break its section`,
    );
  }
  return redactMarkdown(markdown, contentPolicy).markdown;
}

function render(document: HandoffDocument): string {
  const { frontMatter, title, preamble, decisions, failedApproaches, otherSections } = document;
  const section = (name: HandoffSection, text: string | null) =>
    text === null ? [] : [`## ${SECTION_HEADINGS[name]}`, text];
  const blocks = [
    ...(Object.keys(frontMatter).length > 0
      ? [`---\n${stringify(frontMatter, { schema: "failsafe", lineWidth: 0 })}---`]
      : []),
    ...(title === null ? [] : [`# ${title}`]),
    ...(preamble === null ? [] : [preamble]),
    ...section("nextAction", document.nextAction),
    ...section("currentState", document.currentState),
    ...section("decisions", numbered(decisions?.map((item) => withReason(item.decision, item.rationale)))),
    ...section(
      "failedApproaches",
      numbered(failedApproaches?.map((item) => withReason(item.approach, item.reason))),
    ),
    ...section("criticalContext", bulleted(document.criticalContext)),
    ...section("references", bulleted(document.references)),
    ...otherSections.flatMap(({ heading, text }) => [`## ${heading}`, ...(text === "" ? [] : [text])]),
  ];
  return `${blocks.join("\n\n")}\n`;
}

function withReason(thing: string, reason: string | null): string {
  return reason === null ? thing : `${thing}: ${reason}`;
}

function numbered(items: readonly string[] | undefined): string | null {
  return items === undefined ? null : listed(items, (index) => `${index + 1}. `);
}

function bulleted(items: readonly string[] | null): string | null {
  return items === null ? null : listed(items, () => "- ");
}

function listed(items: readonly string[], bullet: (index: number) => string): string {
  if (items.length === 0) return NOTHING;
  return items
    .map((item, index) => {
      const mark = bullet(index);
      return mark + item.replace(/\n(?=[^\n])/g, `\n${" ".repeat(mark.length)}`);
    })
    .join("\n");
}
