"use client";

import { Button } from "@baton/ui/primitives/button";
import { ChevronLeft, ChevronRight, ZoomOut } from "lucide-react";
import { type Step, stepRange } from "@/search/step-range";
import type { SavingsView } from "@/server/inputs";
import { useSavings } from "./use-savings";

const STEPS = [
  { step: "earlier", label: "Earlier", Icon: ChevronLeft },
  { step: "later", label: "Later", Icon: ChevronRight },
  { step: "wider", label: "Twice as long", Icon: ZoomOut },
] as const satisfies readonly { step: Step; label: string; Icon: unknown }[];

/** Moves or widens the period; a drag over a chart zooms in. */
export function PeriodSteps({
  workspace,
  view,
  onRangeChange,
}: {
  workspace: string;
  view: SavingsView;
  onRangeChange: (range: string) => void;
}) {
  const { data } = useSavings(workspace, view);
  const first = data?.buckets.at(0)?.slice(0, 10);
  const last = data?.buckets.at(-1)?.slice(0, 10);
  const ranges = (step: Step) => (first && last ? stepRange({ first, last }, step, todayIn(view.tz)) : null);
  return (
    <fieldset aria-label="Change the period" className="flex gap-1">
      {STEPS.map(({ step, label, Icon }) => {
        const range = ranges(step);
        return (
          <Button
            key={step}
            size="icon"
            aria-label={label}
            title={label}
            disabled={range === null}
            onClick={() => range !== null && onRangeChange(range)}
          >
            <Icon className="size-3.5" aria-hidden />
          </Button>
        );
      })}
    </fieldset>
  );
}

function todayIn(timeZone: string): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" }).format(new Date());
}
