"use client";

import { describeAlertFilter, describeCondition, formatAlertMetric } from "@baton/server/alert";
import { type Column, DataTable } from "@baton/ui/data-table/data-table";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { Panel } from "@baton/ui/layout/panel";
import { TimeAgo } from "@baton/ui/primitives/time";
import { useQuery } from "@tanstack/react-query";
import { BellRing } from "lucide-react";
import { addressOf } from "@/frame/pages";
import { QueryError } from "@/frame/query-error";
import { useTimeZone } from "@/frame/time-zone";
import { useTRPC } from "@/trpc/client";
import { type Alert, AlertState } from "./alert-state";
import { ALERT_LOOK_MILLISECONDS } from "./use-alerts";

/** Lists the alerts with their state. */
export function AlertsPanel({ workspace, now }: { workspace: string; now: number }) {
  const timeZone = useTimeZone();
  const alerts = useQuery(
    useTRPC().alerts.list.queryOptions({ workspace }, { refetchInterval: ALERT_LOOK_MILLISECONDS }),
  );
  return (
    <Panel aria-label="Alerts">
      <DataTable
        caption="Alerts of this workspace"
        rows={alerts.data ?? []}
        keyOf={({ alertId }) => alertId}
        hrefOf={({ alertId }) => addressOf(workspace, "settings", "alerts", String(alertId))}
        columns={columnsFor(timeZone, now)}
        isLoading={alerts.isPending}
        error={
          alerts.isError &&
          !alerts.data && <QueryError title="The alerts could not be loaded" query={alerts} />
        }
        empty={
          <EmptyState icon={<BellRing aria-hidden />} title="No alert yet">
            An alert notifies you when an Overview metric crosses a threshold, such as savings below target.
          </EmptyState>
        }
      />
    </Panel>
  );
}

function columnsFor(timeZone: string, now: number): Column<Alert>[] {
  return [
    { id: "name", header: "Alert", cell: ({ name }) => name },
    { id: "state", header: "State", cell: (alert) => <AlertState alert={alert} /> },
    {
      id: "now",
      header: "Now",
      isNumeric: true,
      cell: ({ figure, metricNow, lookedAt }) => lookedAt && formatAlertMetric(figure, metricNow),
    },
    {
      id: "condition",
      header: "Triggers when",
      isSecondary: true,
      cell: (alert) => {
        const filter = describeAlertFilter(alert.filter);
        return (
          <>
            {describeCondition(alert)}
            {filter !== null && <span className="block text-sm text-text-3">{filter}</span>}
          </>
        );
      },
    },
    {
      id: "since",
      header: "Since",
      isSecondary: true,
      cell: ({ stateSince }) =>
        stateSince && <TimeAgo at={stateSince.getTime()} timeZone={timeZone} now={now} />,
    },
    { id: "fired", header: "Fired", isNumeric: true, cell: ({ firedCount }) => `${firedCount}×` },
  ];
}
