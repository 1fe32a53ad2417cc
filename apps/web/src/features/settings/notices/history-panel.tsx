"use client";

import type { NoticeDelivery } from "@baton/db";
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
import { isOnItsWay, type useNotices } from "./use-notices";

type Notice = RouterOutputs["notices"]["list"][number];
/** A notification on one channel; null if no channel was on when it was created. */
type Row = { notice: Notice; delivery: NoticeDelivery | null };

export type HistoryPanelProps = {
  workspace: string;
  now: number;
  notices: ReturnType<typeof useNotices>;
  nameOf: (channelId: number) => string;
};

/** Lists recent notifications with their state on each channel. */
export function HistoryPanel({ workspace, now, notices, nameOf }: HistoryPanelProps) {
  const timeZone = useTimeZone();
  const titleId = useId();
  const rows = (notices.data ?? []).flatMap((notice): Row[] =>
    notice.deliveries.length === 0
      ? [{ notice, delivery: null }]
      : notice.deliveries.map((delivery) => ({ notice, delivery })),
  );
  return (
    <Panel aria-labelledby={titleId}>
      <PanelHead title="Recent notifications" titleId={titleId} note="latest 50, one row per channel" />
      <DataTable
        caption="Notifications and their deliveries"
        rows={rows}
        keyOf={({ notice, delivery }) => `${notice.noticeId} ${delivery?.channelId}`}
        columns={columnsFor({ workspace, timeZone, now, nameOf })}
        isLoading={notices.isPending}
        error={
          notices.isError &&
          !notices.data && <QueryError title="The notifications could not be loaded" query={notices} />
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

type Context = Omit<HistoryPanelProps, "notices"> & { timeZone: string };

function columnsFor({ workspace, timeZone, now, nameOf }: Context): Column<Row>[] {
  return [
    {
      id: "notice",
      header: "Notification",
      cell: ({ notice }) => (
        <div className="min-w-40">
          <TextLink href={`${addressOf(workspace)}/${notice.page}`} className="text-text">
            {notice.subject}
          </TextLink>
          <p className="text-sm text-text-3">
            <TimeAgo at={notice.createdAt.getTime()} timeZone={timeZone} now={now} />
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
