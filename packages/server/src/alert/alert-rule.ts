import { nameUpTo } from "@baton/core/internal";
import { HANDOFF_MODES } from "@baton/core/policy";
import { z } from "zod";
import {
  ALERT_COMPARISONS,
  ALERT_FIGURE_KINDS,
  ALERT_FILTERS,
  ALERT_METRICS,
  type AlertFilterName,
  WEEKS_COMPARED,
} from "./alert-metric";

/** Windows of a metric in hours: an hour, six, a day, a week, thirty days. */
export const ALERT_WINDOWS = [1, 6, 24, 168, 720] as const;

const LARGEST = 1e15;
const Name = z.string().min(1).max(256);

const Filter = z.object({
  agent: Name.optional(),
  from: Name.optional(),
  to: Name.optional(),
  rule: z.string().max(1_000).optional(),
  mode: z.enum(HANDOFF_MODES).optional(),
  workflow: Name.optional(),
} satisfies Record<AlertFilterName, z.ZodType>);

const Condition = z.object({
  figure: z.enum(ALERT_METRICS),
  comparison: z.enum(ALERT_COMPARISONS),
  /** In the unit of the metric, or a share of an earlier value; a share is from 0 to 1. */
  threshold: z.number().min(-LARGEST).max(LARGEST),
  windowHours: z.literal(ALERT_WINDOWS),
  filter: Filter,
});

function refuseUnfit(condition: z.infer<typeof Condition>, context: z.RefinementCtx): void {
  const { figure, filter, comparison, threshold } = condition;
  if (WEEKS_COMPARED[comparison] > 0 && threshold < 0) {
    context.addIssue({ code: "custom", path: ["threshold"], message: "must be 0 or more" });
  }
  const known: readonly string[] = ALERT_FIGURE_KINDS[figure].filters;
  for (const name of ALERT_FILTERS) {
    if (filter[name] === undefined || known.includes(name)) continue;
    context.addIssue({ code: "custom", path: ["filter", name], message: `${figure} knows no ${name}` });
  }
}

/** A threshold on a metric over a window, with filters. */
export const WatchedMetric = Condition.superRefine(refuseUnfit);
export type WatchedMetric = z.infer<typeof WatchedMetric>;

/** A named threshold; Baton sends a notification when the metric crosses it. */
export const AlertRule = Condition.extend({
  name: nameUpTo(120),
  /** IDs of the channels to notify. */
  channelIds: z.array(z.int()).max(50),
}).superRefine(refuseUnfit);
export type AlertRule = z.infer<typeof AlertRule>;
