import { isActionable } from "../../compaction/actionable";
import { countWords } from "./count-words";
import { SHARE_CUE, TOTAL_CUE } from "./cues";
import type { Excerpt } from "./source-text";

/*
 * Returns true if a line under a heading with a meaning is informative alone. Some lines are only labels,
 * ticks or form fields. Detected by English words, so it can be wrong.
 */

/** Returns true if a line describes the format of a document: limits, or what to list. */
export function describesFormat(text: string): boolean {
  const plain = withoutMarks(text);
  return FORMAT.test(plain) || INDIRECT_QUESTION.test(plain);
}

const FORMAT =
  /^(?:[\p{L} ]{1,30}: ?)?(?:list of\b|(?:max(?:imum)?|up to|at most|no more than)\.? (?:of )?\d+\b[^.;]*\b(?:constraints?|risks?|insights?|sentences?|bullets?|items|entries|decisions|notes|words|lines|findings)\b)/iu;

/** "What was tried and why" asks for something, in a form. */
const INDIRECT_QUESTION = /^(?:what|which|why|how|who|whether)\b[^,?.!:]*$/i;

export function isInsight({ text }: Excerpt): boolean {
  if (isFormField(text) || !isActionable(text)) return false;
  return countWords(text) >= (isTicked(text) ? 6 : 5) || /\d/.test(text);
}

/** Returns true for a form field, which describes the work but not its subject: `Status: completed`. */
export function isFormField(text: string): boolean {
  return NOTE.test(withoutMarks(text));
}

export function isConstraint({ text }: Excerpt): boolean {
  if (isOver(text) || isFormField(text)) return false;
  return (
    countWords(text) >= (/\d/.test(text) ? 2 : 3) &&
    ![EFFORT, MAPPING, HARMLESS, ABSENT].some((shape) => shape.test(text.replace(/`[^`]*`/g, " ")))
  );
}

/** Returns true for a line that reports a number; not for the time of one task, or a number in passing. */
export function isFigure({ text }: Excerpt): boolean {
  if (countWords(text) < 2 || !isActionable(text) || describesFormat(text)) return false;
  if (TOTAL_CUE.test(text)) return true;
  if (isFormField(text) || PER_TASK.test(text) || FILE_ROW.test(text)) return false;
  return SHARE_CUE.test(text) || text.includes(":") || text.length <= SHORT_LINE;
}

const SHORT_LINE = 75;

/** A row of a list of files. */
const FILE_ROW = /^`?[\w/.-]+\.\w{1,5}`? \|/;

/** A remark on one step: "(2 hrs)", "(371 lines)". */
const PER_TASK = /\(~?\d+(?:[-–]\d+)? ?(?:h|hrs?|hours?|m|min|minutes|lines?)\b[^)]*\)$/;

export function isRisk({ text }: Excerpt): boolean {
  return !isOver(text) && !isFormField(text) && !HARMLESS.test(text);
}

export function isNextAction({ text }: Excerpt): boolean {
  return !isOver(text) && !isFormField(text) && !STANDING.test(withoutMarks(text));
}

const NOTE =
  /^(?:(?:current |overall |project )?(?:status|risk (?:level|status|profile))|agents?|owner|assigned to|assignee|value|duration|efforts?(?: estimates?)?|type|estimated? [\p{L} ]+|priority|batch(?: id)?|task (?:file|id)|issue type|labels|milestone|complexity|deliverables?|created|related|tested|date|timeline|deadline|impact|likelihood|observation|note) ?:/iu;

/** Time estimates. */
const EFFORT = /\(~?\d+(?:[-–]\d+)? ?(?:h|hrs?|hours?|d|days?|m|min|minutes)\)/;

/** A problem by what is missing: "No validation: cannot verify …". */
const ABSENT = /^[\s*_]*No [\p{L} ]+[*_]*:/u;

/** A mapping of one thing to another, as in a table of rules. */
const MAPPING = / (?:→|->|=>) /;

/** States that something is not a risk, or only rates one. */
const HARMLESS =
  /^[\s*_]*(?:[Ll]ow|[Mm]edium|[Hh]igh)\b|🟢|\bLOW\b|\b(?:[Nn]o (?:\w+ )?(?:risks?|blockers?|issues)|not (?:a )?(?:blocked|blockers?|risk)|(?:fixed|prevented|avoided|mitigated) by|lower risk|production.ready)\b/;

/** Describes a state, not an action. */
const STANDING =
  /^(?:(?:immediate|recommended|next) (?:actions?|steps?)\b|ready|in progress|not started|should (?:show|be)|this will|week of|all (?:low|medium|high)\b|completed|done)\b|\b(?:NOT STARTED|IN PROGRESS)\b/i;

function isOver(text: string): boolean {
  return isTicked(text) || OVER.test(text);
}

/** A completed item in the words of issue trackers. */
const OVER = /\b(?:RESOLVED|CLOSED|COMPLETED?)\b|\((?:closed|done|completed|resolved)\b|~~/;

/** Returns true for a finished item of a list. */
export function isTicked(text: string): boolean {
  return /^[\s*_]*(?:[✅☑✔✓]|\[x\])/iu.test(text);
}

/** Returns the words of a line, without emphasis and without signs or item numbers before them. */
function withoutMarks(text: string): string {
  return text.replace(/\*\*|__/g, "").replace(/^(?:[^\p{L}\p{N}]|\d+[.)])+/u, "");
}
