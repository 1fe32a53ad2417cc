import { type AlertFigure, type FigurePart, figureOf } from "./alert-figure";
import type { AlertRule } from "./alert-rule";

export const ALERT_STATES = ["ok", "firing"] as const;
export type AlertState = (typeof ALERT_STATES)[number];

export const ALERT_CHANGES = ["fired", "resolved"] as const;
export type AlertChange = (typeof ALERT_CHANGES)[number];

export type AlertCondition = Pick<AlertRule, "comparison" | "threshold">;

/** What became of an alert by one look at its figure. */
export interface AlertVerdict {
  /** Null as long as its figure was never known. */
  readonly state: AlertState | null;
  /** What people are to be told; null where nothing changed, or nothing could be decided. */
  readonly change: AlertChange | null;
}

/**
 * Decides by one look at the figure. It fires once when the figure crosses the threshold, and not again
 * before the figure came back; a figure that is not known decides nothing.
 *
 * @param before what the last look left; null before the first.
 * @param figure in the unit of the threshold; null where it is not known.
 */
export function judgeAlert(
  condition: AlertCondition,
  before: AlertState | null,
  figure: number | null,
): AlertVerdict {
  if (figure === null) return { state: before, change: null };
  const state = isCrossed(condition, figure) ? "firing" : "ok";
  if (state === before) return { state, change: null };
  if (state === "firing") return { state, change: "fired" };
  return { state, change: before === null ? null : "resolved" };
}

function isCrossed({ comparison, threshold }: AlertCondition, figure: number): boolean {
  return comparison === "below" ? figure < threshold : figure > threshold;
}

const HOUR_MILLISECONDS = 3_600_000;
/** What an hour brought may still be on its way when it ends. */
const GRACE_MILLISECONDS = 5 * 60_000;

/** A stretch of time in milliseconds since 1970: the start is included, the end is not. */
export interface AlertWindow {
  readonly start: number;
  readonly end: number;
}

/**
 * The window that an alert looks at: whole hours (UTC), ending with the last hour that finished at least five
 * minutes ago. So a look decides the same whoever takes it, and at any minute of an hour.
 *
 * @param now milliseconds since 1970.
 */
export function windowAt(windowHours: number, now: number): AlertWindow {
  const end = Math.floor((now - GRACE_MILLISECONDS) / HOUR_MILLISECONDS) * HOUR_MILLISECONDS;
  return { start: end - windowHours * HOUR_MILLISECONDS, end };
}

/** A time in which an alert would have fired. */
export interface AlertFiring {
  readonly firedAt: number;
  /** Null where it was still firing at the end. */
  readonly resolvedAt: number | null;
  /** By which it fired. */
  readonly figure: number;
}

export interface AlertReplay {
  readonly firings: readonly AlertFiring[];
  /** What each look would have seen; null where it was not known. */
  readonly figures: readonly (number | null)[];
}

/**
 * What an alert would have done in a time, had it been there from its start.
 *
 * @param parts what each hour adds to the figure, from `windowHours` before the span on, in any order.
 * @param span  whole hours; a look is taken at the end of each hour in it.
 */
export function replayAlert(
  rule: AlertCondition & { readonly figure: AlertFigure; readonly windowHours: number },
  parts: readonly FigurePart[],
  span: AlertWindow,
): AlertReplay {
  const byHour = new Map(parts.map((part) => [part.hour, part]));
  const firings: AlertFiring[] = [];
  let state: AlertState | null = null;
  const figures: (number | null)[] = [];
  for (let end = span.start + HOUR_MILLISECONDS; end <= span.end; end += HOUR_MILLISECONDS) {
    const figure = figureOf(rule.figure, partsWithin(byHour, rule.windowHours, end));
    const verdict: AlertVerdict = judgeAlert(rule, state, figure);
    state = verdict.state;
    figures.push(figure);
    if (figure !== null && verdict.change === "fired")
      firings.push({ firedAt: end, resolvedAt: null, figure });
    const last = firings.at(-1);
    if (verdict.change === "resolved" && last) firings[firings.length - 1] = { ...last, resolvedAt: end };
  }
  return { firings, figures };
}

function* partsWithin(byHour: ReadonlyMap<number, FigurePart>, hours: number, end: number) {
  for (let at = end - hours * HOUR_MILLISECONDS; at < end; at += HOUR_MILLISECONDS) {
    const part = byHour.get(at);
    if (part) yield part;
  }
}
