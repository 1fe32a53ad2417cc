import type { HandoffDocument } from "./handoff-document";

/** A file marked by a label, with or without a folder. */
const AFTER_LABEL =
  /(?:^|[\s*_(])(?:file|plan|research|report|path|progress|source|document|script)s?(?:\*\*|__)?:(?:\*\*|__)?[ \t]+`?([^\s`,;)\]]+)/gi;

/** A path with a folder, in code or not. */
const WITH_FOLDER = /(?:^|[\s`(["'*])((?:\.{0,2}\/|~\/)?[\w@.+-]+(?:\/[\w@.+-]+)+)/g;

const EXTENSION = /\.[A-Za-z][A-Za-z0-9]{0,9}$/;

/**
 * Returns the files that a handoff document mentions: paths with a folder and an extension, and files marked
 * by a label. Ignores URLs, patterns and placeholders.
 *
 * @returns paths as written, without a position (`:12`, `#L3`), in order, without duplicates.
 */
export function listReferencedFiles(document: HandoffDocument): string[] {
  const { decisions, failedApproaches, ...others } = document;
  const texts = [
    others.nextAction ?? "",
    others.currentState ?? "",
    ...(decisions ?? []).map(({ decision, rationale }) => `${decision}\n${rationale ?? ""}`),
    ...(failedApproaches ?? []).map(({ approach, reason }) => `${approach}\n${reason ?? ""}`),
    ...(others.criticalContext ?? []),
    ...(others.references ?? []),
    ...others.otherSections.map(({ text }) => text),
  ];
  return [...new Set(texts.flatMap(findFiles))];
}

/** Returns the files that a text mentions. */
export function findFiles(text: string): string[] {
  const withoutAddresses = text.replace(/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, " ");
  const found = [...withoutAddresses.matchAll(WITH_FOLDER), ...withoutAddresses.matchAll(AFTER_LABEL)];
  return found
    .sort((a, b) => a.index - b.index)
    .map(([, path = ""]) => path.replace(/(?:#L?\d.*|:\d[\d:-]*)$/, "").replace(/[.:]+$/, ""))
    .filter((path) => EXTENSION.test(path) && !/[*{}<>]/.test(path));
}
