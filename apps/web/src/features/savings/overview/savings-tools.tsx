"use client";

import { useOnDemand } from "@baton/ui/use-on-demand";
import { SavedViewsButton } from "@/features/saved-views/saved-views-button";
import { ReportLink } from "@/features/savings/report/report-link";
import { toSavedParams } from "@/features/savings/saved-params";
import { PeriodPicker } from "@/frame/period-picker";
import type { SavingsViewParams } from "@/search/savings-view";
import type { SavingsView } from "@/server/inputs";
import { CompareButton } from "./compare-button";
import type { CompareMenuProps } from "./compare-menu";
import { LiveButton } from "./live-button";
import { PeriodSteps } from "./period-steps";
import { SavingsFilter } from "./savings-filter";

type SavingsToolsProps = {
  workspace: string;
  view: SavingsView;
  params: SavingsViewParams;
  onChange: (params: Partial<SavingsViewParams>) => unknown;
  /** Adds the pause button, for pages whose panels have none. */
  hasLive?: boolean;
};

/**
 * Shows the controls of a savings page: period, comparison, filters
 * and saved views.
 */
export function SavingsTools({ workspace, view, params, onChange, hasLive = false }: SavingsToolsProps) {
  const onRangeChange = (range: string) => onChange({ range });
  return (
    <>
      <PeriodPicker range={params.range} onRangeChange={onRangeChange} />
      <PeriodSteps workspace={workspace} view={view} onRangeChange={onRangeChange} />
      <CompareChoice
        workspace={workspace}
        view={view}
        compare={params.compare}
        onCompareChange={(compare) => onChange({ compare })}
      />
      <SavingsFilter workspace={workspace} filters={params} onFiltersChange={onChange} />
      <SavedViewsButton workspace={workspace} page="savings" params={toSavedParams(params)} />
      <ReportLink workspace={workspace} view={view} compare={params.compare} />
      {hasLive && <LiveButton />}
    </>
  );
}

/** Selects the period to compare with; the choice loads on the first click. */
function CompareChoice(props: CompareMenuProps) {
  const [CompareMenu, load] = useOnDemand(async () => (await import("./compare-menu")).CompareMenu);
  const { onCompareChange: _, ...shown } = props;
  return CompareMenu ? (
    <CompareMenu {...props} />
  ) : (
    <CompareButton {...shown} aria-haspopup="dialog" onClick={load} />
  );
}
