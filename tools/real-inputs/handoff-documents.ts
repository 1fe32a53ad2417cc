import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import {
  HANDOFF_SECTIONS,
  type HandoffDocument,
  listApproaches,
  listObjectives,
  namesSeveralActions,
  parseHandoffDocument,
  parseProgress,
  ReturnMetadata,
  renderHandoffDocument,
} from "@baton/core/handoff-document";
import type { Checks } from "./checks";
import { LABELLED_PLACES, LABELLED_TEXTS } from "./labels/next-actions";
import { readLabelledPlace } from "./labels/read-labelled-place";
import { checkClassifier } from "./measure-classifier";

const FOLDER = "benbrastmckie-cslib";

/** Number of documents with each section, counted by hand from their headings. */
const SECTION_COUNTS = {
  nextAction: 13,
  currentState: 13,
  decisions: 10,
  failedApproaches: 0,
  criticalContext: 3,
  references: 2,
};

/** Checks that real handoff documents are parsed, without any invented content. */
export function checkHandoffDocuments(checks: Checks, inputs: string): void {
  console.log("\nhandoff documents, progress files, return metadata");
  const folder = join(inputs, FOLDER);
  if (existsSync(folder)) {
    const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
    const list = (pattern: RegExp) =>
      paths.filter((path) => pattern.test(path)).map((path) => join(folder, path));
    checkDocuments(checks, list(/handoffs\/[^/]*\.md$/));
    checkProgressFiles(checks, list(/-progress\.json$/));
    checkReturnMetadata(checks, list(/\.return-meta\.json$/));
  } else checks.skip(FOLDER, "the folder is not there");
  checkNextActions(checks, inputs);
}

function checkDocuments(checks: Checks, paths: readonly string[]): void {
  const read = paths.map((path) => {
    const source = readFileSync(path, "utf8");
    return { name: basename(path), source, document: parseHandoffDocument(source).document };
  });
  checks.equal("handoff documents", read.length, 13);
  const counts = HANDOFF_SECTIONS.map((section) => {
    const count = read.filter(({ document }) => document[section] !== null).length;
    return [section, count] as const;
  });
  checks.equal("documents that have each section", Object.fromEntries(counts), SECTION_COUNTS);
  const invented = read.flatMap(({ name, source, document }) =>
    listLines(document)
      .filter((line) => !collapse(source).includes(line))
      .map((line) => `${name}: ${line}`),
  );
  checks.equal("lines that do not stand in their document", invented, []);
  const changed = read.filter(({ document }) => {
    const again = parseHandoffDocument(renderHandoffDocument(document)).document;
    return JSON.stringify(again) !== JSON.stringify(document);
  });
  checks.equal("documents that another writing changes", changed.length, 0);
}

function listLines({ frontMatter: _, ...document }: HandoffDocument): string[] {
  const texts: string[] = [];
  JSON.stringify(document, (_key, value) => {
    if (typeof value === "string") texts.push(value);
    return value;
  });
  return texts.flatMap((text) => text.split("\n")).map(collapse);
}

function collapse(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function checkProgressFiles(checks: Checks, paths: readonly string[]): void {
  const read = paths.flatMap((path) => {
    const parsed = parseProgress(readFileSync(path, "utf8"));
    return parsed.ok ? [parsed.progress] : [];
  });
  checks.equal("progress files, and those that were read", [paths.length, read.length], [1, 1]);
  const objectives = read.flatMap(listObjectives);
  const done = objectives.filter(({ isDone }) => isDone).length;
  checks.equal("objectives, and those that are done", [objectives.length, done], [6, 4]);
  checks.equal("approaches that were tried", read.flatMap(listApproaches).length, 0);
}

function checkReturnMetadata(checks: Checks, paths: readonly string[]): void {
  const refused = paths.filter(
    (path) => !ReturnMetadata.safeParse(JSON.parse(readFileSync(path, "utf8"))).success,
  );
  checks.equal("return metadata, and what was refused of it", [paths.length, refused.length], [47, 0]);
}

function checkNextActions(checks: Checks, inputs: string): void {
  const real = LABELLED_PLACES.flatMap((place) => {
    const text = readLabelledPlace(inputs, place);
    const name = `${place.path}:${place.lines[0]}`;
    return text === null ? [] : [{ name, label: place.isSeveral, checked: namesSeveralActions(text) }];
  });
  if (real.length > 0) checkClassifier(checks, "several_next_actions, real texts", real);
  else checks.skip("several_next_actions, real texts", "they are not there");
  const own = LABELLED_TEXTS.map(({ text, isSeveral }) => ({
    name: JSON.stringify(text),
    label: isSeveral,
    checked: namesSeveralActions(text),
  }));
  checkClassifier(checks, "several_next_actions, texts of our own", own);
}
