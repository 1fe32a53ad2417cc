"use client";

import type { NotificationDelivery } from "@baton/db";
import { type Column, DataTable } from "@baton/ui/data-table/data-table";
import { formatDateTime } from "@baton/ui/format/time";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { Panel, PanelHead } from "@baton/ui/layout/panel";
import { Badge } from "@baton/ui/primitives/badge";
import { TextLink } from "@baton/ui/primitives/text-link";
import { TimeAgo } from "@baton/ui/primitives/time";
import { useId } from "react";
import { addressOf } from "@/frame/pages";
import { QueryError } from "@/frame/query-error";
import { useTimeZone } from "@/frame/time-zone";
import type { RouterOutputs } from "@/server/root";
import { DeliveryBadge } from "./delivery-badge";
import { describeDelivery } from "./delivery-words";
import { isOnItsWay, type useNotifications } from "./use-notifications";

type Notification = RouterOutputs["notifications"]["list"][number];
/** A notification on one channel; null if no channel was on when it was created. */
type Row = { notification: Notification; delivery: NotificationDelivery | null };

type HistoryPanelProps = {
  workspace: string;
  now: number;
  notifications: ReturnType<typeof useNotifications>;
  nameOf: (channelId: number) => string;
};

/** Lists recent notifications with their state on each channel. */
export function HistoryPanel({ workspace, now, notifications, nameOf }: HistoryPanelProps) {
  const timeZone = useTimeZone();
  const titleId = useId();
  const rows = (notifications.data ?? []).flatMap((notification): Row[] =>
    notification.deliveries.length === 0
      ? [{ notification, delivery: null }]
      : notification.deliveries.map((delivery) => ({ notification, delivery })),
  );
  return (
    <Panel aria-labelledby={titleId}>
      <PanelHead title="Recent notifications" titleId={titleId} note="latest 50, one row per channel" />
      <DataTable
        caption="Notifications and their deliveries"
        rows={rows}
        keyOf={({ notification, delivery }) => `${notification.notificationId} ${delivery?.channelId}`}
        columns={columnsFor({ workspace, timeZone, now, nameOf })}
        isLoading={notifications.isPending}
        error={
          notifications.isError &&
          !notifications.data && (
            <QueryError title="The notifications could not be loaded" query={notifications} />
          )
        }
        empty={
          <EmptyState title="No notifications yet">
            Review requests, publications, rule expiries, alerts and tests appear here.
          </EmptyState>
        }
      />
    </Panel>
  );
}

type Context = Omit<HistoryPanelProps, "notifications"> & { timeZone: string };

function columnsFor({ workspace, timeZone, now, nameOf }: Context): Column<Row>[] {
  return [
    {
      id: "notification",
      header: "Notification",
      cell: ({ notification }) => (
        <div className="min-w-40">
          <TextLink href={`${addressOf(workspace)}/${notification.page}`} className="text-text">
            {notification.subject}
          </TextLink>
          <p className="text-sm text-text-3">
            <TimeAgo at={notification.createdAt.getTime()} timeZone={timeZone} now={now} />
          </p>
        </div>
      ),
    },
    {
      id: "channel",
      header: "To",
      isSecondary: true,
      cell: ({ delivery }) =>
        delivery && (
          <span className="block max-w-64 truncate" title={nameOf(delivery.channelId)}>
            {nameOf(delivery.channelId)}
          </span>
        ),
    },
    {
      id: "state",
      header: "State",
      cell: ({ delivery }) =>
        delivery ? <DeliveryBadge delivery={delivery} /> : <Badge tone="muted">no channel</Badge>,
    },
    {
      id: "answer",
      header: "Answer",
      cell: ({ delivery }) => (
        <span className="text-text-2">{delivery && describeDelivery(delivery).detail}</span>
      ),
    },
    {
      id: "attempts",
      header: "Attempts",
      isNumeric: true,
      isSecondary: true,
      cell: ({ delivery }) => delivery?.attempts,
    },
    {
      id: "next",
      header: "Next attempt",
      isSecondary: true,
      cell: ({ delivery }) =>
        delivery && isOnItsWay(delivery) && delivery.attempts > 0
          ? formatDateTime(delivery.dueAt, timeZone)
          : null,
    },
  ];
}
