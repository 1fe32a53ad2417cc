import {
  ALERT_COMPARISONS,
  ALERT_FIGURE_KINDS,
  type ALERT_WINDOWS,
  type AlertComparison,
  type AlertFilter,
  type AlertFilterName,
  type AlertMetric,
  AlertRule,
  WatchedMetric,
  WEEKS_COMPARED,
} from "@baton/server/alert";

/** Form state of an alert. */
export interface AlertDraft {
  name: string;
  figure: AlertMetric;
  comparison: AlertComparison;
  /** As typed; a share as a percentage. */
  threshold: string;
  windowHours: (typeof ALERT_WINDOWS)[number];
  filter: AlertFilter;
  channelIds: readonly number[];
}

/** Unit before or after a threshold, and typed units per unit of the metric. */
const THRESHOLD_UNITS = {
  tokens: { trailing: "tokens", scale: 1 },
  share: { trailing: "%", scale: 100 },
  dollars: { trailing: "US dollars", scale: 1 },
  times: { trailing: "times", scale: 1 },
  handoffs: { trailing: "handoffs", scale: 1 },
  leaks: { trailing: "leaks", scale: 1 },
} as const;

/** Suggested threshold of each metric. */
const SUGGESTED: Readonly<Record<AlertMetric, Pick<AlertDraft, "comparison" | "threshold">>> = {
  tokens_saved: { comparison: "below", threshold: "100,000" },
  share_saved: { comparison: "below", threshold: "30" },
  money_saved: { comparison: "below", threshold: "1" },
  compression_ratio: { comparison: "below", threshold: "10" },
  handoffs: { comparison: "below", threshold: "1" },
  over_budget_share: { comparison: "above", threshold: "10" },
  failed_gate_share: { comparison: "above", threshold: "5" },
  handoffs_over_500: { comparison: "above", threshold: "0" },
  leaks: { comparison: "above", threshold: "0" },
};

/** Returns the unit of a threshold: that of the metric, or a share of an earlier value. */
export function unitOf({ figure, comparison }: Pick<AlertRule, "figure" | "comparison">) {
  return THRESHOLD_UNITS[WEEKS_COMPARED[comparison] > 0 ? "share" : ALERT_FIGURE_KINDS[figure].unit];
}

/** Initial form state of a new alert. */
export function newDraft(channelIds: readonly number[]): AlertDraft {
  const figure = "share_saved";
  return { name: "", figure, ...SUGGESTED[figure], windowHours: 24, filter: {}, channelIds };
}

/** Returns an alert as the form shows it. */
export function toDraft(rule: AlertRule): AlertDraft {
  const { scale } = unitOf(rule);
  return { ...rule, threshold: String(Number((rule.threshold * scale).toPrecision(12))) };
}

/** Returns the draft for another metric, with its suggested threshold and without unsupported filters. */
export function withMetric(draft: AlertDraft, figure: AlertMetric): AlertDraft {
  const known: readonly AlertFilterName[] = ALERT_FIGURE_KINDS[figure].filters;
  const filter = Object.fromEntries(known.map((name) => [name, draft.filter[name]]));
  return { ...draft, figure, ...SUGGESTED[figure], filter };
}

/** Reads the watched condition of a draft; null while its threshold is not a number. */
export function readWatched(draft: AlertDraft): WatchedMetric | null {
  const typed = draft.threshold.replaceAll(",", "").trim();
  const { scale } = unitOf(draft);
  const threshold = typed === "" ? Number.NaN : Number(typed) / scale;
  return WatchedMetric.safeParse({ ...draft, threshold }).data ?? null;
}

/** Reads the alert of a draft, or the missing input. */
export function readDraft(draft: AlertDraft): { rule: AlertRule } | { missing: string } {
  const watched = readWatched(draft);
  if (!watched) return { missing: "Enter a number as the threshold" };
  const { data } = AlertRule.safeParse({ ...watched, name: draft.name, channelIds: [...draft.channelIds] });
  return data ? { rule: data } : { missing: "Enter a name" };
}

const COMPARISON_LABELS: Readonly<Record<AlertComparison, string>> = {
  below: "below",
  above: "above",
  fallen: "lower than a week before by",
  risen: "higher than a week before by",
  unusual: "outside the last four weeks by",
};

export const COMPARISON_OPTIONS = ALERT_COMPARISONS.map((value) => ({
  value,
  label: COMPARISON_LABELS[value],
}));

/** Suggested threshold of the comparisons with earlier weeks, as a percentage. */
const SUGGESTED_SHARE = "20";

/** Returns the draft for another comparison, with a threshold of its unit. */
export function withComparison(draft: AlertDraft, comparison: AlertComparison): AlertDraft {
  if (unitOf(draft) === unitOf({ ...draft, comparison })) return { ...draft, comparison };
  const threshold = WEEKS_COMPARED[comparison] > 0 ? SUGGESTED_SHARE : SUGGESTED[draft.figure].threshold;
  return { ...draft, comparison, threshold };
}
