import { z } from "zod";
import { findContent } from "../content/check-document";
import { type Finding, sortFindings } from "../finding";
import type { CompiledPolicy } from "../scoping/compile-policy";
import { countTokens } from "../tokens/count-tokens";
import { isActionable } from "./actionable";
import { MAX_SUMMARY_TOKENS } from "./compact-phase";
import { compactionFinding } from "./compaction-finding";
import { ESSENTIAL_KEYS } from "./essential-state";
import { isSearchQuery } from "./search-query";

const Handoff = z.looseObject({
  context_summary: z.string().catch(""),
  essential_state: z.looseObject({}).catch({}),
});

/**
 * Validates the summary that one phase passes to the next: `{ context_summary, essential_state }`. Detects
 * actionable bullets by words (`isActionable`). Takes linear time.
 *
 * @param handoff parsed value; anything that is not such an object lacks everything.
 * @param options.contentPolicy policy whose content rules hold for the summary, compiled with detectors.
 * @returns sorted findings with codes of `COMPACTION_FINDINGS`; paths point into `handoff`, messages count
 * lines from 1.
 */
export function lintContextSummary(
  handoff: unknown,
  { contentPolicy }: { contentPolicy?: CompiledPolicy } = {},
): Finding[] {
  const parsed = Handoff.safeParse(handoff);
  const { context_summary, essential_state } = parsed.success
    ? parsed.data
    : { context_summary: "", essential_state: {} };
  return sortFindings([
    ...lintEssentialState(essential_state),
    ...lintSize(context_summary),
    ...lintFileContents(context_summary),
    ...lintLines(readLines(context_summary)),
    ...findContent(contentPolicy, { from: null, to: null }, handoff).map(({ place, message, severity }) =>
      compactionFinding("content_rule", place, message, severity),
    ),
  ]);
}

function lintEssentialState(state: Readonly<Record<string, unknown>>): Finding[] {
  return ESSENTIAL_KEYS.filter((key) => typeof state[key] !== "string" || state[key] === "").map((key) =>
    compactionFinding("missing_essential_state", ["essential_state", key], `${key} is missing`),
  );
}

function lintSize(summary: string): Finding[] {
  const tokens = countTokens(summary);
  if (tokens <= MAX_SUMMARY_TOKENS) return [];
  return [
    summaryFinding(
      "over_budget",
      `the summary has ${tokens} tokens, the limit is ${MAX_SUMMARY_TOKENS} are allowed`,
    ),
  ];
}

/** A file's line as tools print it: its number, then a tab, an arrow or a bar. */
const NUMBERED_LINE = /^\s{0,8}\d{1,6}(?:\t|→|\s?\|)/;
const DIFF_HEAD = /^@@ -\d+(?:,\d+)? \+\d+/;
const FENCE = /^\s*(?:```|~~~)/;

/** Longer code is a file, not a quoted signature. */
const MAX_CODE_LINES = 5;
const MAX_NUMBERED_LINES = 2;

function lintFileContents(summary: string): Finding[] {
  let codeLines = 0;
  let numberedLines = 0;
  let isCode = false;
  for (const [index, line] of summary.split("\n").entries()) {
    if (FENCE.test(line)) [isCode, codeLines] = [!isCode, 0];
    else if (isCode) codeLines += 1;
    numberedLines = NUMBERED_LINE.test(line) ? numberedLines + 1 : 0;
    if (codeLines > MAX_CODE_LINES || numberedLines > MAX_NUMBERED_LINES || DIFF_HEAD.test(line)) {
      return [summaryFinding("contains_file_contents", `line ${index + 1} contains file contents`)];
    }
  }
  return [];
}

interface Line {
  number: number;
  text: string;
  isBullet: boolean;
}

const BULLET = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?/;

/** A line that introduces the text below, or continues the text above. */
const NO_LINE_OF_ITS_OWN = /^\s*(?:#{1,6}\s|[*_]{0,2}[^.!?]{1,60}:[*_]{0,2}\s*$|\s{2,}\S)/;

/** Returns the informative lines, without headings and code. */
function readLines(summary: string): Line[] {
  const lines: Line[] = [];
  let isCode = false;
  for (const [index, line] of summary.split("\n").entries()) {
    if (FENCE.test(line)) isCode = !isCode;
    const mark = BULLET.exec(line)?.[0];
    if (isCode || FENCE.test(line) || line.trim() === "") continue;
    if (mark === undefined && NO_LINE_OF_ITS_OWN.test(line)) continue;
    lines.push({ number: index + 1, text: line.slice(mark?.length ?? 0), isBullet: mark !== undefined });
  }
  return lines;
}

function lintLines(lines: readonly Line[]): Finding[] {
  return lines.flatMap((line) => {
    const findings: Finding[] = [];
    if (isSearchQuery(line.text)) {
      findings.push(summaryFinding("contains_search_query", `line ${line.number} describes a search`));
    } else if (!isActionable(line.text)) {
      findings.push(summaryFinding("not_actionable", `line ${line.number} contains nothing to act on`));
    }
    if (!line.isBullet && (lines.length > 1 || countSentences(line.text) > 2)) {
      findings.push(summaryFinding("not_bulleted", `line ${line.number} is not a bullet`));
    }
    return findings;
  });
}

function countSentences(text: string): number {
  return text.split(/[.!?](?:\s|$)/, 4).filter((sentence) => sentence.trim() !== "").length;
}

function summaryFinding(code: Parameters<typeof compactionFinding>[0], message: string): Finding {
  return compactionFinding(code, ["context_summary"], message);
}
