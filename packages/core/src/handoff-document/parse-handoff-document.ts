import type { Heading, ListItem, Root, RootContent } from "mdast";
import { parseYaml } from "../parse-yaml";
import {
  EMPTY_HANDOFF_DOCUMENT,
  HANDOFF_SECTIONS,
  type HandoffDocument,
  HandoffFrontMatter,
  type HandoffSection,
} from "./handoff-document";
import { isParsable, parseMarkdown } from "./parse-markdown";
import { recognizeSection } from "./section-headings";
import { splitReason } from "./split-reason";

export interface ParsedHandoffDocument {
  document: HandoffDocument;
  /** Missing and empty sections. */
  notFound: HandoffSection[];
  /** Reason why the front matter is invalid; null if it is valid or missing. */
  frontMatterProblem: string | null;
  /**
   * True if it was too long to parse: over 100,000 characters, 2,000 lines, 4,000 punctuation characters, or
   * 50 nested lists.
   */
  isTooLong: boolean;
}

/**
 * Parses a handoff document. Recognizes sections by synonyms of their headings, on the first and second level
 * (or on the highest level, if these have none), and merges sections with the same meaning. Adds nothing: the
 * document contains every line of every text, apart from indentation.
 *
 * @param markdown CommonMark with GitHub tables and task lists, with optional YAML front matter.
 */
export function parseHandoffDocument(markdown: string): ParsedHandoffDocument {
  const text = markdown.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const isTooLong = !isParsable(text);
  const root = parseMarkdown(isTooLong ? "" : text);
  const { frontMatter, problem } = readFrontMatter(root);
  const body = root.children.filter(({ type }) => type !== "yaml");
  const title = findTitle(text, body);
  const depth = findSectionDepth(body, title);
  const document: HandoffDocument = {
    ...EMPTY_HANDOFF_DOCUMENT,
    frontMatter,
    title: title && headingText(text, title),
    otherSections: [],
  };
  let heading: Heading | null = null;
  let content: RootContent[] = [];
  const endSection = () => {
    if (heading) addSection(document, text, heading, content);
    else document.preamble = sliceOf(text, content) || null;
  };
  for (const node of body) {
    if (node === title) continue;
    if (node.type === "heading" && node.depth <= depth) {
      endSection();
      heading = node;
      content = [];
    } else content.push(node);
  }
  endSection();
  const notFound = HANDOFF_SECTIONS.filter((section) => document[section] === null);
  return { document, notFound, frontMatterProblem: problem, isTooLong };
}

function readFrontMatter(root: Root): { frontMatter: HandoffFrontMatter; problem: string | null } {
  const yaml = root.children.find((node) => node.type === "yaml");
  if (!yaml || yaml.value.trim() === "") return { frontMatter: {}, problem: null };
  const read = parseYaml(yaml.value, { areTexts: true });
  if (!read.ok) {
    const { code, message } = read.problem;
    return {
      frontMatter: {},
      problem: code === "not_yaml" ? `it is not YAML: ${message.replace(/:$/, "")}` : message,
    };
  }
  const parsed = HandoffFrontMatter.safeParse(read.value);
  if (!parsed.success) return { frontMatter: {}, problem: "it is not a list of keys with one text each" };
  const said = Object.entries(parsed.data).filter(([, value]) => value !== "");
  return { frontMatter: Object.fromEntries(said), problem: null };
}

/** Returns a first-level heading before all others, unless it starts a section. */
function findTitle(text: string, body: readonly RootContent[]): Heading | null {
  const first = body.find((node) => node.type === "heading");
  return first?.depth === 1 && recognizeSection(headingText(text, first)) === null ? first : null;
}

function findSectionDepth(body: readonly RootContent[], title: Heading | null): number {
  const depths = body.flatMap((node) => (node.type === "heading" && node !== title ? [node.depth] : []));
  return Math.max(2, Math.min(...depths));
}

type ListSection = Exclude<HandoffSection, "nextAction" | "currentState">;

function addSection(document: HandoffDocument, text: string, heading: Heading, content: RootContent[]): void {
  const name = headingText(text, heading);
  const section = recognizeSection(name);
  const slice = sliceOf(text, content);
  if (section === null) {
    document.otherSections.push({ heading: name, text: slice });
    return;
  }
  // A heading can contain the text of a part: `Status: done`, `Key decision: keep the old format`.
  const [, said = ""] = /:\s+(.+)$/.exec(name) ?? [];
  if (section === "nextAction" || section === "currentState") {
    const parts = [document[section] ?? "", said, slice].filter((part) => part !== "");
    document[section] = parts.length > 0 ? parts.join("\n\n") : null;
  } else if (said !== "") {
    addItems(document, section, [{ text: [said, slice].join("\n\n").trim(), parts: [said, slice || null] }]);
  } else if (slice !== "") {
    const items = saysNothing(slice) ? [] : listItems(text, content);
    addItems(
      document,
      section,
      items.map((item) => ({ text: item, parts: splitReason(item) })),
    );
  }
}

interface Item {
  text: string;
  parts: [thing: string, reason: string | null];
}

function addItems(document: HandoffDocument, section: ListSection, items: Item[]): void {
  if (section === "decisions") {
    const decisions = items.map(({ parts: [decision, rationale] }) => ({ decision, rationale }));
    document.decisions = [...(document.decisions ?? []), ...decisions];
  } else if (section === "failedApproaches") {
    const approaches = items.map(({ parts: [approach, reason] }) => ({ approach, reason }));
    document.failedApproaches = [...(document.failedApproaches ?? []), ...approaches];
  } else document[section] = [...(document[section] ?? []), ...items.map((item) => item.text)];
}

/** Returns true for the text of an empty section. */
function saysNothing(text: string): boolean {
  return /^(?:[-*] )?[_*(]*(?:none|nothing|n\/a|no|-)(?: yet| so far| known)?[.)_*]*$/i.test(text);
}

/** Returns each list item, each paragraph outside of lists, and each subsection as one item. */
function listItems(text: string, content: readonly RootContent[]): string[] {
  const items: string[] = [];
  let subsection: RootContent[] = [];
  const endSubsection = () => {
    if (subsection.length > 0) items.push(sliceOf(text, subsection));
    subsection = [];
  };
  for (const node of content) {
    if (node.type === "heading") {
      endSubsection();
      subsection = [node];
    } else if (subsection.length > 0) subsection.push(node);
    else if (node.type === "list") for (const item of node.children) items.push(itemText(text, item));
    else if (node.type !== "thematicBreak" && node.type !== "definition") items.push(sliceOf(text, [node]));
  }
  endSubsection();
  return items.filter((item) => item !== "");
}

/** Returns an item's text without its bullet, with its further lines aligned to the first. */
function itemText(text: string, item: ListItem): string {
  const column = item.children[0]?.position?.start.column ?? 1;
  const indentation = new RegExp(`^[ \\t]{1,${Math.max(1, column - 1)}}`);
  const [first = "", ...others] = sliceOf(text, item.children).split("\n");
  return [first, ...others.map((line) => line.replace(indentation, ""))].join("\n");
}

function headingText(text: string, heading: Heading): string {
  return sliceOf(text, heading.children)
    .split("\n")
    .map((line) => line.trim())
    .join(" ");
}

/** Returns the source from the first to the last of adjacent nodes. */
function sliceOf(text: string, nodes: readonly { position?: RootContent["position"] }[]): string {
  const start = nodes[0]?.position?.start.offset ?? 0;
  const end = nodes.at(-1)?.position?.end.offset ?? start;
  return text.slice(start, end).trim();
}
