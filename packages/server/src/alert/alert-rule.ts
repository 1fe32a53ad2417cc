import { HANDOFF_MODES, nameUpTo } from "@baton/core";
import { z } from "zod";
import { ALERT_FIGURE_KINDS, ALERT_FIGURES, ALERT_FILTERS, type AlertFilterName } from "./alert-figure";

/** Which side of the threshold is the bad one. At the threshold itself all is well. */
export const ALERT_COMPARISONS = ["below", "above"] as const;
export type AlertComparison = (typeof ALERT_COMPARISONS)[number];

/** The windows that a figure may be taken over, in hours: an hour, six, a day, a week, thirty days. */
export const ALERT_WINDOWS = [1, 6, 24, 168, 720] as const;

const LARGEST = 1e15;
const MAX_CHANNELS = 50;
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
  figure: z.enum(ALERT_FIGURES),
  comparison: z.enum(ALERT_COMPARISONS),
  /** In the figure's own unit; a share from 0 to 1. */
  threshold: z.number().min(-LARGEST).max(LARGEST),
  windowHours: z.literal(ALERT_WINDOWS),
  filter: Filter,
});

function refuseUnknownFilters({ figure, filter }: z.infer<typeof Condition>, context: z.RefinementCtx): void {
  const known: readonly string[] = ALERT_FIGURE_KINDS[figure].filters;
  for (const name of ALERT_FILTERS) {
    if (filter[name] === undefined || known.includes(name)) continue;
    context.addIssue({ code: "custom", path: ["filter", name], message: `${figure} knows no ${name}` });
  }
}

/** A threshold on a figure over a window, narrowed to some of what it is made of. */
export const WatchedFigure = Condition.superRefine(refuseUnknownFilters);
export type WatchedFigure = z.infer<typeof WatchedFigure>;

/** A threshold with a name: people are to be told when the figure crosses it. */
export const AlertRule = Condition.extend({
  name: nameUpTo(120),
  /** The channels that it is told over, by id. */
  channelIds: z.array(z.int()).max(MAX_CHANNELS),
}).superRefine(refuseUnknownFilters);
export type AlertRule = z.infer<typeof AlertRule>;
