"use client";

import { type AlertMetric, describeLimit, formatAlertMetric } from "@baton/server/alert";
import { type Column, DataTable } from "@baton/ui/data-table/data-table";
import { formatDateTime, formatMinute } from "@baton/ui/format/time";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { Panel, PanelHead } from "@baton/ui/layout/panel";
import { Badge } from "@baton/ui/primitives/badge";
import { Bell, Check } from "lucide-react";
import { useId } from "react";
import { DeliveryBadge } from "@/features/settings/notifications/delivery-badge";
import { describeDelivery } from "@/features/settings/notifications/delivery-words";
import { useTimeZone } from "@/frame/time-zone";
import type { RouterOutputs } from "@/server/root";

type AlertEvent = RouterOutputs["alerts"]["get"]["events"][number];

type AlertHistoryProps = {
  figure: AlertMetric;
  events: readonly AlertEvent[];
  nameOf: (channelId: number) => string;
};

/** Lists the times an alert triggered and resolved, with the state of its notifications. */
export function AlertHistory({ figure, events, nameOf }: AlertHistoryProps) {
  const timeZone = useTimeZone();
  const titleId = useId();
  return (
    <Panel aria-labelledby={titleId}>
      <PanelHead title="History" titleId={titleId} note="the latest 100" />
      <DataTable
        caption="Times the alert triggered and resolved"
        rows={events}
        keyOf={({ alertEventId }) => alertEventId}
        columns={columnsFor(figure, timeZone, nameOf)}
        empty={
          <EmptyState title="Not triggered yet">
            Each time the alert triggers or resolves, it appears here.
          </EmptyState>
        }
      />
    </Panel>
  );
}

function columnsFor(
  figure: AlertMetric,
  timeZone: string,
  nameOf: AlertHistoryProps["nameOf"],
): Column<AlertEvent>[] {
  return [
    { id: "at", header: "Time", cell: ({ occurredAt }) => formatDateTime(occurredAt, timeZone) },
    {
      id: "change",
      header: "State",
      cell: ({ change }) =>
        change === "fired" ? (
          <Badge tone="danger" icon={<Bell aria-hidden />}>
            triggered
          </Badge>
        ) : (
          <Badge tone="ok" icon={<Check aria-hidden />}>
            resolved
          </Badge>
        ),
    },
    {
      id: "figure",
      header: "Metric",
      isNumeric: true,
      cell: (event) => formatAlertMetric(figure, event.figure),
    },
    {
      id: "threshold",
      header: "Threshold",
      isSecondary: true,
      cell: (event) => describeLimit({ ...event, figure }),
    },
    {
      id: "window",
      header: "Up to",
      isSecondary: true,
      cell: ({ windowEnd }) => formatMinute(windowEnd, timeZone),
    },
    {
      id: "told",
      header: "Sent to",
      cell: ({ deliveries }) =>
        deliveries.length === 0 ? (
          <span className="text-text-3">no channel</span>
        ) : (
          <ul className="flex flex-col gap-1">
            {deliveries.map((delivery) => (
              <li key={delivery.channelId} className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
                <DeliveryBadge delivery={delivery} />
                <span className="text-sm text-text-2 [overflow-wrap:anywhere]">
                  {nameOf(delivery.channelId)}
                  {delivery.state !== "sent" && describeDelivery(delivery).detail !== null
                    ? `: ${describeDelivery(delivery).detail}`
                    : ""}
                </span>
              </li>
            ))}
          </ul>
        ),
    },
  ];
}
