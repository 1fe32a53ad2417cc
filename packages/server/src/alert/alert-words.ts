import {
  ALERT_FIGURE_KINDS,
  ALERT_FILTERS,
  type AlertFilter,
  type AlertMetric,
  type AlertUnit,
} from "./alert-metric";
import type { AlertRule } from "./alert-rule";
import type { AlertChange, AlertWindow } from "./evaluate-alert";

/** Names of the metrics, as on their tiles. */
export const ALERT_FIGURE_NAMES: Readonly<Record<AlertMetric, string>> = {
  tokens_saved: "Tokens saved, net",
  share_saved: "Share saved",
  money_saved: "Money saved, net",
  compression_ratio: "Compression ratio",
  handoffs: "Handoffs",
  over_budget_share: "Share over budget",
  failed_gate_share: "Share stopped by the gate",
  handoffs_over_500: "Task handoffs over 500 tokens",
  leaks: "Leaks",
};

const NBSP = "\u00a0";
const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const oneDecimal = new Intl.NumberFormat("en-US", { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const cents = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

const FORMATS: Readonly<Record<AlertUnit, (size: number) => string>> = {
  tokens: (size) => `${whole.format(size)}${NBSP}tokens`,
  share: (size) => `${oneDecimal.format(size * 100)}${NBSP}%`,
  dollars: (size) => `$${cents.format(size)}`,
  times: (size) => `${oneDecimal.format(size)}×`,
  handoffs: (size) => whole.format(size),
  leaks: (size) => whole.format(size),
};

/** Formats a metric with its unit: "1,204,300 tokens", "28.4 %", "$5.58", "38.6×"; null is "not known". */
export function formatAlertMetric(figure: AlertMetric, value: number | null): string {
  if (value === null) return "not known";
  const text = FORMATS[ALERT_FIGURE_KINDS[figure].unit](Math.abs(value));
  return value < 0 && /[1-9]/.test(text) ? `−${text}` : text;
}

/** A window in words: "1 hour", "24 hours", "7 days". */
export function describeWindow(windowHours: number): string {
  if (windowHours === 1) return `1${NBSP}hour`;
  return windowHours > 24 ? `${windowHours / 24}${NBSP}days` : `${windowHours}${NBSP}hours`;
}

/** Describes what triggers: "below 30.0 %", "more than 10.0 % lower than a week before". */
export function describeLimit({
  figure,
  comparison,
  threshold,
}: Pick<AlertRule, "figure" | "comparison" | "threshold">): string {
  const share = FORMATS.share(threshold);
  switch (comparison) {
    case "below":
    case "above":
      return `${comparison} ${formatAlertMetric(figure, threshold)}`;
    case "fallen":
      return `more than ${share} lower than a week before`;
    case "risen":
      return `more than ${share} higher than a week before`;
    case "unusual":
      return threshold === 0
        ? "outside the range of the last four weeks"
        : `more than ${share} outside the range of the last four weeks`;
  }
}

/** Describes the condition of an alert: "Share saved below 30.0 % over 7 days". */
export function describeCondition(
  rule: Pick<AlertRule, "figure" | "comparison" | "threshold" | "windowHours">,
): string {
  return `${ALERT_FIGURE_NAMES[rule.figure]} ${describeLimit(rule)} over ${describeWindow(rule.windowHours)}`;
}

/** Describes the filters of a metric: "from planner, rule r7"; null without filters. */
export function describeAlertFilter(filter: AlertFilter): string | null {
  const parts = ALERT_FILTERS.flatMap((name) => {
    const value = filter[name];
    if (value === undefined) return [];
    return [name === "rule" && value === "" ? "no rule" : `${name} ${value}`];
  });
  return parts.length > 0 ? parts.join(", ") : null;
}

/** Writes the notification of an alert that triggers or resolves. Times are in UTC. */
export function describeAlertChange(
  rule: Omit<AlertRule, "channelIds">,
  { change, figure, window }: { change: AlertChange; figure: number; window: AlertWindow },
): { subject: string; body: string } {
  const value = formatAlertMetric(rule.figure, figure);
  const limit = describeLimit(rule);
  const filter = describeAlertFilter(rule.filter);
  const isBack = change === "resolved";
  const lines = [
    `${ALERT_FIGURE_NAMES[rule.figure]}: ${value} in the ${describeWindow(rule.windowHours)} up to ${timeOf(window.end)}.`,
    isBack
      ? `It is no longer ${limit}.`
      : `The threshold is ${limit}. You receive one message now and one when it resolves.`,
    ...(filter === null ? [] : [`Filters: ${filter}.`]),
  ];
  const subject = isBack ? `Resolved: ${rule.name} (${value})` : `${rule.name}: ${value}, ${limit}`;
  return { subject, body: lines.join("\n") };
}

function timeOf(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
