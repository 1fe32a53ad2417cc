import { isActionable } from "../../compaction/actionable";
import {
  CONSTRAINT_CUE,
  FIGURE_CUE,
  OPEN_CUE,
  OPTIONAL_CUE,
  SHARE_CUE,
  STRESSED_CUE,
  TOTAL_CUE,
} from "./cues";
import { type DraftPart, listPart } from "./draft";
import { findLines } from "./find-lines";
import { isConstraint, isFigure, isNextAction } from "./fits-part";
import { passagesWith } from "./passages-with";
import { shortenTo } from "./shorten";
import type { Excerpt } from "./source-text";
import type { SummaryReader } from "./summary-reader";

const CONSTRAINTS = "/summary/constraints";
const AVOID = "/summary/avoid";
const NEXT_ACTIONS = "/summary/next_actions";
const FIGURES = "/summary/key_figures";

/** A manifest of 800 tokens has no room for more. */
const MANY = 30;
const MAX_STEPS = 16;
const MAX_FIGURES = 12;
const MAX_AVOIDED = 10;

/** Parts for the next agent of any type. They have precedence over the rest of a summary. */
export interface Essentials {
  readonly next: DraftPart;
  readonly decisions: DraftPart;
  readonly constraints: DraftPart;
  readonly avoid: DraftPart;
}

/** Reads the essentials, before the other parts take their lines. */
export function readEssentials(
  reader: SummaryReader,
  { decisions: limit = 5, constraints: room = MANY, isStated = false } = {},
): Essentials {
  // An open box of a validation is a condition to meet.
  const toValidate = findLines(reader.artifact, "tests").filter(isOpenBox);
  const required = requiredFirst(
    [...findLines(reader.artifact, "constraints"), ...toValidate].filter(isConstraint),
  );
  const stated = reader.take(CONSTRAINTS, required, room);
  const next = nextPart(reader);
  const decisions = reader.decisions(limit, { isStated });
  const worded = requiredFirst(
    [CONSTRAINT_CUE, STRESSED_CUE].flatMap((cue) => passagesWith(reader.artifact, cue)).filter(isConstraint),
  );
  const constraints = [...stated, ...reader.take(CONSTRAINTS, worded, room - stated.length)];
  const avoid = listPart(
    AVOID,
    reader.lines(AVOID, ["avoid"], MAX_AVOIDED, ({ text }) => isActionable(text)),
  );
  return { next, decisions, avoid, constraints: listPart(CONSTRAINTS, constraints) };
}

function isOpenBox({ file, from }: Excerpt): boolean {
  return /\[ \] $/.test(file.text.slice(Math.max(0, from - 4), from));
}

function requiredFirst(lines: readonly Excerpt[]): Excerpt[] {
  const isOptional = ({ text }: Excerpt) => OPTIONAL_CUE.test(text);
  return [...lines.filter((line) => !isOptional(line)), ...lines.filter(isOptional)];
}

/** Returns the steps in sections; without two of them, also the lines that say that something is open. */
function nextPart(reader: SummaryReader): DraftPart {
  const stated = reader.lines(NEXT_ACTIONS, ["next_action"], MAX_STEPS, isNextAction);
  if (stated.length >= 2) return listPart(NEXT_ACTIONS, stated);
  const open = passagesWith(reader.artifact, OPEN_CUE).filter(isNextAction);
  return listPart(NEXT_ACTIONS, [...stated, ...reader.take(NEXT_ACTIONS, open, 3)]);
}

/** Returns short lines with a measured number: totals and results first, then shares and ratios. */
export function figuresPart(reader: SummaryReader): DraftPart {
  const lines = passagesWith(reader.artifact, FIGURE_CUE)
    .flatMap((line) => shortenTo(line, MAX_FIGURE_LENGTH) ?? [])
    .filter(isFigure);
  const rank = ({ text }: Excerpt) => (TOTAL_CUE.test(text) ? 0 : SHARE_CUE.test(text) ? 1 : 2);
  const ranked = lines.sort((a, b) => rank(a) - rank(b));
  return listPart(FIGURES, reader.take(FIGURES, ranked, MAX_FIGURES));
}

const MAX_FIGURE_LENGTH = 160;
