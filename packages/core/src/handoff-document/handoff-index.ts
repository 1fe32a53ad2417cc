import type { HandoffDocument } from "./handoff-document";
import { listApproaches, listObjectives, type Progress } from "./progress";
import { findFiles } from "./referenced-files";

/**
 * Renders the page that a new agent reads first: what to do and where, what helps when stuck, and what not to
 * repeat. Uses only the handoff document and the progress file, and omits empty parts.
 *
 * @param progress null without one.
 * @returns Markdown that ends with a line feed.
 */
export function renderHandoffIndex(document: HandoffDocument, progress: Progress | null): string {
  const sections: [string, string[]][] = [
    ["Quick Start (read this first)", quickStart(document, progress)],
    ["If You Get Stuck", helpful(document)],
    ["Do NOT", forbidden(document, progress)],
  ];
  const blocks = sections.map(([heading, lines]) => {
    const list = lines.length > 0 ? lines.map((line) => `- ${line}`).join("\n") : "Nothing is known.";
    return `## ${heading}\n\n${list}`;
  });
  return `${[`# ${titleOf(document, progress)}`, ...blocks].join("\n\n")}\n`;
}

function titleOf({ frontMatter }: HandoffDocument, progress: Progress | null): string {
  const phase = frontMatter.phase ?? progress?.phase;
  const parts = [
    ...(frontMatter.task === undefined ? [] : [`Task ${frontMatter.task}`]),
    ...(phase === undefined ? [] : [`Phase ${phase}`]),
  ];
  return parts.length > 0 ? `Handoff Index: ${parts.join(" ")}` : "Handoff Index";
}

function quickStart({ nextAction, currentState }: HandoffDocument, progress: Progress | null): string[] {
  const place = currentState === null ? null : criticalFile(currentState);
  const current =
    progress && listObjectives(progress).find(({ id }) => id === String(progress.current_objective));
  return [
    ...(nextAction === null ? [] : [`Immediate next action: ${toOneLine(nextAction)}`]),
    ...(place === null ? [] : [`Critical file: ${place}`]),
    ...(currentState === null ? [] : [`Current state: ${toOneLine(currentState)}`]),
    ...(current
      ? [`Objective ${current.id}, ${current.status}: ${current.description}${withNote(current.note)}`]
      : []),
  ];
}

function helpful({ references, criticalContext, decisions }: HandoffDocument): string[] {
  return [
    ...(references ?? []).map((reference) => `Read: ${toOneLine(reference)}`),
    ...(criticalContext ?? []).map((fact) => `Keep in mind: ${toOneLine(fact)}`),
    ...(decisions ?? []).map(
      ({ decision, rationale }) => `Decided: ${toOneLine(decision)}${withNote(rationale)}`,
    ),
  ];
}

function forbidden({ failedApproaches }: HandoffDocument, progress: Progress | null): string[] {
  const failed = (failedApproaches ?? []).map(({ approach, reason }) => ({ approach, result: reason }));
  const tried = progress ? listApproaches(progress) : [];
  const finished = progress ? listObjectives(progress).filter(({ isDone }) => isDone) : [];
  const lines = [
    ...[...failed, ...tried].map(({ approach, result }) => `Try: ${toOneLine(approach)}${withNote(result)}`),
    ...finished.map(({ description, note }) => `Repeat this, it is done: ${description}${withNote(note)}`),
  ];
  return [...new Set(lines)];
}

/** Returns the first file of the current state, and the line in it. */
function criticalFile(state: string): string | null {
  const [path] = findFiles(state);
  if (path === undefined) return null;
  const [, line] = /\blines?\b\W{0,3}(\d+)/i.exec(state) ?? state.match(/\.\w+(?::|#L)(\d+)/) ?? [];
  return line === undefined ? path : `${path} at line ${line}`;
}

function withNote(note: string | null): string {
  return note === null ? "" : ` (${toOneLine(note)})`;
}

function toOneLine(text: string): string {
  return text
    .split("\n")
    .map((line) => line.replace(/^\s*(?:[-*+]|\d+[.)])\s+/, "").trim())
    .filter((line) => line !== "")
    .reduce((all, line) => (all === "" ? line : `${all}${/[.:;,!?]$/.test(all) ? "" : ";"} ${line}`), "");
}
