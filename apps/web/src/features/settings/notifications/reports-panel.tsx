"use client";

import { formatDateTime } from "@baton/ui/format/time";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { TableSkeleton } from "@baton/ui/layout/loading";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Button } from "@baton/ui/primitives/button";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CalendarClock } from "lucide-react";
import { useId } from "react";
import { ActionDialog } from "@/frame/action-dialog";
import { QueryError } from "@/frame/query-error";
import { useTimeZone } from "@/frame/time-zone";
import { useTRPC } from "@/trpc/client";
import { CHANNEL_WORDS } from "./channel-kinds";
import type { Channel } from "./channels-panel";
import { ReportDialog } from "./report-dialog";
import { TestDialog } from "./test-dialog";

const NAMES = { weekly: "Weekly report", monthly: "Monthly report" } as const;

export type ReportsPanelProps = {
  workspace: string;
  channels: readonly Channel[];
  nameOf: (channelId: number) => string;
  mayChange: boolean;
};

/** Lists the reports that are sent every week or month. */
export function ReportsPanel({ workspace, channels, nameOf, mayChange }: ReportsPanelProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const timeZone = useTimeZone();
  const titleId = useId();
  const onSettled = () => queryClient.invalidateQueries(trpc.reports.pathFilter());
  const query = useQuery(trpc.reports.list.queryOptions({ workspace }));
  const add = useMutation(trpc.reports.add.mutationOptions({ onSettled }));
  const remove = useMutation(trpc.reports.remove.mutationOptions({ onSettled }));
  const send = useMutation(trpc.reports.send.mutationOptions());
  return (
    <Panel aria-labelledby={titleId}>
      <PanelHead
        title="Scheduled reports"
        titleId={titleId}
        hasLine
        actions={
          mayChange && (
            <ReportDialog
              channels={channels}
              onSave={(settings) => add.mutateAsync({ workspace, ...settings })}
            />
          )
        }
      />
      {query.isError && !query.data && (
        <PanelBody className="pt-3">
          <QueryError title="The reports could not be loaded" query={query} />
        </PanelBody>
      )}
      {query.isPending && <TableSkeleton rows={2} />}
      {query.data?.length === 0 && (
        <PanelBody>
          <EmptyState icon={<CalendarClock aria-hidden />} title="No scheduled report yet">
            A report sends the main metrics of the last week or month to a channel, with a link to the page to
            print.
          </EmptyState>
        </PanelBody>
      )}
      {query.data && query.data.length > 0 && (
        <ul aria-label="Scheduled reports">
          {query.data.map(({ scheduleId, interval, channelIds, dueAt, createdBy }) => {
            const receivers = channels.filter(({ channelId }) => channelIds.includes(channelId));
            const name = `${NAMES[interval]} to ${receivers.map(nameReceiver).join(", ") || "no channel"}`;
            return (
              <li
                key={scheduleId}
                className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-b px-4 py-3 last:border-b-0"
              >
                <div className="min-w-0 flex-1 basis-56">
                  <p className="font-medium [overflow-wrap:anywhere]">{name}</p>
                  <p className="text-sm text-text-3">
                    next on {formatDateTime(dueAt, timeZone)} · added by {createdBy}
                  </p>
                </div>
                {mayChange && (
                  <div className="flex flex-wrap gap-2">
                    <TestDialog
                      workspace={workspace}
                      label="Send now"
                      subject={name}
                      description="Baton sent the report of the last complete period."
                      nameOf={nameOf}
                      onSend={() => send.mutateAsync({ workspace, scheduleId })}
                    />
                    <ActionDialog
                      trigger={
                        <Button size="sm" variant="ghost" aria-label={`Delete: ${name}`}>
                          Delete
                        </Button>
                      }
                      title="Delete this report?"
                      description="Baton no longer sends it. Reports that were sent stay in the inbox."
                      verb="Delete report"
                      isDangerous
                      onConfirm={() => remove.mutateAsync({ workspace, scheduleId })}
                    />
                  </div>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </Panel>
  );
}

/** Names a channel briefly: a webhook's address is long, and its path works like a password. */
function nameReceiver({ kind, target }: Channel): string {
  return kind === "mail" ? target : CHANNEL_WORDS[kind].label;
}
