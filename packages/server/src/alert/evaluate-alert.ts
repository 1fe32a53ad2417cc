import { type AlertMetric, type MetricPart, metricOf, WEEKS_COMPARED } from "./alert-metric";
import type { AlertRule } from "./alert-rule";

export const ALERT_STATES = ["ok", "firing"] as const;
export type AlertState = (typeof ALERT_STATES)[number];

export const ALERT_CHANGES = ["fired", "resolved"] as const;
export type AlertChange = (typeof ALERT_CHANGES)[number];

export type AlertCondition = Pick<AlertRule, "comparison" | "threshold">;

/** Outcome of one evaluation of an alert. */
interface AlertVerdict {
  /** Null until the metric is known for the first time. */
  readonly state: AlertState | null;
  /** The change to notify about; null if nothing changed or the metric is unknown. */
  readonly change: AlertChange | null;
}

/**
 * Evaluates an alert. It triggers once when the metric crosses the threshold, and not again before it
 * resolves; an unknown metric changes nothing.
 *
 * @param before result of the previous evaluation; null for the first.
 * @param figure the metric, in the unit of the threshold; null if unknown.
 * @param earlier the metric of the same window one week before, two weeks before, and so on, up to `WEEKS_COMPARED`.
 */
export function evaluateAlert(
  condition: AlertCondition,
  before: AlertState | null,
  figure: number | null,
  earlier: readonly (number | null)[] = [],
): AlertVerdict {
  const hasCrossed = figure === null ? null : isCrossed(condition, figure, earlier);
  if (hasCrossed === null) return { state: before, change: null };
  const state = hasCrossed ? "firing" : "ok";
  if (state === before) return { state, change: null };
  if (state === "firing") return { state, change: "fired" };
  return { state, change: before === null ? null : "resolved" };
}

/** Weeks with a value that a usual range needs. */
const LEAST_WEEKS = 3;

/** Returns null if too little is known about earlier weeks. */
function isCrossed(
  { comparison, threshold }: AlertCondition,
  figure: number,
  earlier: readonly (number | null)[],
): boolean | null {
  switch (comparison) {
    case "below":
      return figure < threshold;
    case "above":
      return figure > threshold;
    case "fallen":
    case "risen": {
      const [then = null] = earlier;
      if (then === null || then === 0) return null;
      const change = (figure - then) / Math.abs(then);
      return comparison === "fallen" ? change < -threshold : change > threshold;
    }
    case "unusual": {
      const known = earlier.filter((value) => value !== null);
      if (known.length < LEAST_WEEKS) return null;
      const [low, high] = [Math.min(...known), Math.max(...known)];
      return figure < low - Math.abs(low) * threshold || figure > high + Math.abs(high) * threshold;
    }
  }
}

const HOUR_MILLISECONDS = 3_600_000;
const WEEK_MILLISECONDS = 168 * HOUR_MILLISECONDS;
/** Data of an hour may arrive shortly after it ends. */
const GRACE_MILLISECONDS = 5 * 60_000;

/** A period in milliseconds since 1970: includes the start, excludes the end. */
export interface AlertWindow {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the window to evaluate: whole hours (UTC), ending with the last hour that finished at least five
 * minutes ago. The result is the same for every server and every minute of an hour.
 *
 * @param now milliseconds since 1970.
 */
export function windowAt(windowHours: number, now: number): AlertWindow {
  const end = Math.floor((now - GRACE_MILLISECONDS) / HOUR_MILLISECONDS) * HOUR_MILLISECONDS;
  return { start: end - windowHours * HOUR_MILLISECONDS, end };
}

type MeasuredRule = Pick<AlertRule, "figure" | "comparison"> & { readonly windowHours: number };

/** Returns the length of the data before its window that an evaluation needs, in milliseconds. */
export function lookBackOf({ comparison }: Pick<AlertRule, "comparison">): number {
  return WEEKS_COMPARED[comparison] * WEEK_MILLISECONDS;
}

/**
 * Returns the metric of the window that ends at a time, and of the same window in the earlier weeks that the comparison
 * needs.
 *
 * @param parts hourly amounts of the metric, from the start of the earliest window on, in any order.
 */
export function measureAlert(rule: MeasuredRule, parts: readonly MetricPart[], end: number) {
  return measureByHour(rule, new Map(parts.map((part) => [part.hour, part])), end);
}

function measureByHour(rule: MeasuredRule, byHour: ReadonlyMap<number, MetricPart>, end: number) {
  const weeks = Array.from({ length: WEEKS_COMPARED[rule.comparison] + 1 }, (_, week) => week);
  const [figure = null, ...earlier] = weeks.map((week) =>
    metricOf(rule.figure, partsWithin(byHour, rule.windowHours, end - week * WEEK_MILLISECONDS)),
  );
  return { figure, earlier };
}

/** A period in which an alert would have been triggered. */
interface AlertFiring {
  readonly firedAt: number;
  /** Null if still triggered at the end. */
  readonly resolvedAt: number | null;
  /** Value that triggered the alert. */
  readonly figure: number;
}

interface AlertReplay {
  readonly firings: readonly AlertFiring[];
  /** Value at each evaluation; null if unknown. */
  readonly figures: readonly (number | null)[];
}

/**
 * Simulates an alert over a past period, as if it had existed from the start.
 *
 * @param parts hourly amounts of the metric, from `windowHours` and `lookBackOf` before the span on, in any order.
 * @param span  whole hours; the alert is evaluated at the end of each.
 */
export function replayAlert(
  rule: AlertCondition & { readonly figure: AlertMetric; readonly windowHours: number },
  parts: readonly MetricPart[],
  span: AlertWindow,
): AlertReplay {
  const byHour = new Map(parts.map((part) => [part.hour, part]));
  const firings: AlertFiring[] = [];
  let state: AlertState | null = null;
  const figures: (number | null)[] = [];
  for (let end = span.start + HOUR_MILLISECONDS; end <= span.end; end += HOUR_MILLISECONDS) {
    const { figure, earlier } = measureByHour(rule, byHour, end);
    const verdict: AlertVerdict = evaluateAlert(rule, state, figure, earlier);
    state = verdict.state;
    figures.push(figure);
    if (figure !== null && verdict.change === "fired")
      firings.push({ firedAt: end, resolvedAt: null, figure });
    const last = firings.at(-1);
    if (verdict.change === "resolved" && last) firings[firings.length - 1] = { ...last, resolvedAt: end };
  }
  return { firings, figures };
}

function* partsWithin(byHour: ReadonlyMap<number, MetricPart>, hours: number, end: number) {
  for (let at = end - hours * HOUR_MILLISECONDS; at < end; at += HOUR_MILLISECONDS) {
    const part = byHour.get(at);
    if (part) yield part;
  }
}
