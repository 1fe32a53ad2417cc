import { formatCompact, formatCount, formatCountOf, formatPercent } from "@baton/ui/format/number";
import { isolateName } from "@baton/ui/format/readable-name";
import { formatDateTime } from "@baton/ui/format/time";
import type { ReactNode } from "react";
import { isComparable } from "@/features/savings/overview/change";
import { FILTER_NAMES } from "@/features/savings/overview/filters";
import { describePeriod } from "@/features/savings/overview/period-words";
import { countWithData } from "@/features/savings/overview/savings-chart";
import type { Comparison } from "@/search/savings-choices";
import type { SavingsView } from "@/server/inputs";
import type { RouterOutputs } from "@/server/root";
import { PrintButton } from "./print-button";
import { reportAddress } from "./report-address";
import { ReportChart } from "./report-chart";
import { ReportLedger } from "./report-ledger";
import { ReportMetrics } from "./report-metrics";
import { ReportPart } from "./report-table";
import { BlockedFieldsTable, PricesTable, TrafficTables, WorseTable } from "./report-tables";
import { TargetsTable } from "./targets-table";
import { UsageTables } from "./usage-tables";

type ReportProps = {
  workspace: string;
  view: SavingsView;
  compare: Comparison;
  savings: RouterOutputs["overview"]["savings"];
  figures: RouterOutputs["savings"]["figures"];
  worse: RouterOutputs["overview"]["worse"];
  blocked: RouterOutputs["savings"]["blockedFields"];
  details: RouterOutputs["report"]["get"];
  /** `address` is the public URL of this Baton, since a path alone is useless on paper. */
  made: { at: Date; by: string; workspaceName: string; address: string };
  /** Controls above the report, which are not printed. */
  actions?: ReactNode;
};

/** Shows the savings and the cost of a period as a page for print, without interaction. */
export function Report(props: ReportProps) {
  const { workspace, view, compare, savings, details, made } = props;
  const { period } = savings;
  const shown = hasSavings(props);
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        {props.actions}
        <span className="ml-auto" />
        <PrintButton />
      </div>
      <article
        data-report
        data-theme="light"
        className="mx-auto w-full max-w-[860px] rounded-lg border border-line bg-surface px-10 py-9 text-text max-sm:px-4 max-sm:py-5 print:max-w-none print:rounded-none print:border-0 print:p-0"
      >
        <ReportHead {...props} />
        {shown && <KeyMetrics {...props} />}
        <UsageTables
          usage={details.usage}
          isCompared={compare !== "none"}
          hasFilters={listFilters(view).length > 0}
        />
        {shown && <Savings {...props} />}
        <footer className="mt-7 border-line-strong border-t pt-2 text-sm text-text-3 [overflow-wrap:anywhere]">
          Created by Baton for {made.by}, {formatDateTime(made.at, period.timeZone)} ({period.timeZone}). Same
          report online: {made.address}
          {reportAddress(workspace, view, compare)}
        </footer>
      </article>
    </>
  );
}

/** Returns true if the savings have something to show, or if nothing else has. */
function hasSavings({ savings, figures, details }: ReportProps): boolean {
  const { now, before } = details.usage;
  const isAnyGoverned = savings.points.length > 0 || savings.pointsBefore.length > 0;
  const hasArtifacts = figures.now.overBudget.whole > 0 || figures.now.overTarget.whole > 0;
  return isAnyGoverned || hasArtifacts || now.calls + before.calls === 0;
}

function KeyMetrics({ savings, figures, compare }: ReportProps) {
  return (
    <ReportPart
      title="Key metrics"
      note={
        figures.now.unpricedTokens !== 0 &&
        `${formatCompact(figures.now.unpricedTokens)} tokens have no price and are not included in the money saved.`
      }
    >
      <ReportMetrics
        now={figures.now}
        before={compare === "none" ? null : figures.before}
        isFair={isComparable(savings.points.length, savings.pointsBefore.length)}
        isEmptyBefore={savings.pointsBefore.length === 0}
      />
    </ReportPart>
  );
}

/** Shows everything about savings below the key metrics. */
function Savings({ savings, figures, worse, blocked, details, compare }: ReportProps) {
  const { sums } = savings;
  return (
    <>
      <ReportChart savings={savings} />
      <ReportPart
        title="Tokens saved by cause"
        note={
          <>
            The causes add up exactly to the gross savings.{" "}
            {sums.observedCount > 0 &&
              `Not included: ${formatCompact(sums.observedSavedTokens)} tokens in ${formatCountOf(sums.observedCount, "handoff")} in observe mode (nothing was removed). `}
            Compactions and delegations to subagents do not count as savings.
          </>
        }
      >
        <ReportLedger sums={sums} summarizingDollars={savings.summarizing.dollars} />
      </ReportPart>
      <TargetsTable figures={figures.now} details={details} />
      {compare !== "none" && <WorseTable worse={worse} />}
      <BlockedFieldsTable blocked={blocked} />
      <TrafficTables details={details} />
      <PricesTable details={details} figures={figures.now} />
    </>
  );
}

function listFilters(view: SavingsView): string[] {
  return FILTER_NAMES.flatMap((name) => {
    const value = view[name];
    if (value === undefined) return [];
    return [name === "rule" && value === "" ? "no rule" : `${name} ${isolateName(value)}`];
  });
}

function ReportHead(props: ReportProps) {
  const { view, compare, savings, figures, made } = props;
  const { period, bucket, buckets, points } = savings;
  const { now } = figures;
  const filters = listFilters(view);
  const isAboutSavings = hasSavings(props);
  return (
    <header>
      <p className="text-sm text-text-3">{made.workspaceName}</p>
      <h1>
        {isAboutSavings ? "Savings by scoping" : "Model calls"}, {describePeriod(period)}
      </h1>
      <p className="mt-1 text-text-2">
        {now.savedShare === null
          ? "No policy was applied to a handoff in this period."
          : `${formatPercent(now.savedShare)} of the original context of ${formatCountOf(now.handoffCount, "handoff")} did not have to be read: ${formatCount(now.savedTokens)} tokens, net.`}
      </p>
      <dl className="mt-3 grid grid-cols-[112px_minmax(0,1fr)] gap-y-1 text-sm">
        <dt className="text-text-3">Time zone</dt>
        <dd>{period.timeZone}</dd>
        {isAboutSavings && (
          <>
            <dt className="text-text-3">Data</dt>
            <dd>
              {countWithData(points)} of {buckets.length} {bucket}s. Those without data are left out.
            </dd>
          </>
        )}
        <dt className="text-text-3">Filters</dt>
        <dd>{filters.length > 0 ? filters.join(", ") : "none"}</dd>
        <dt className="text-text-3">Compared with</dt>
        <dd>{compare === "none" ? "none" : describePeriod(savings.before)}</dd>
        <dt className="text-text-3">Created</dt>
        <dd>
          {formatDateTime(made.at, period.timeZone)} by {made.by}
        </dd>
      </dl>
    </header>
  );
}
