"use client";

import { describeAlertFilter, describeCondition, formatAlertMetric } from "@baton/server/alert";
import { KeyValues } from "@baton/ui/layout/key-values";
import { PageHead } from "@baton/ui/layout/page-head";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Button } from "@baton/ui/primitives/button";
import { TimeAgo } from "@baton/ui/primitives/time";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { AlertHistory } from "@/features/settings/alerts/alert-history";
import { AlertPreview } from "@/features/settings/alerts/alert-preview";
import { type Alert, AlertState } from "@/features/settings/alerts/alert-state";
import { ALERT_LOOK_MILLISECONDS, useAlertChanges } from "@/features/settings/alerts/use-alerts";
import { TestDialog } from "@/features/settings/notifications/test-dialog";
import { useChannelNames } from "@/features/settings/notifications/use-channel-names";
import { ActionDialog } from "@/frame/action-dialog";
import { addressOf } from "@/frame/pages";
import { useTimeZone } from "@/frame/time-zone";
import { useTRPC } from "@/trpc/client";

/** Loaded after the page, because the dialog needs the schema library. */
const AlertDialog = dynamic(
  async () => (await import("@/features/settings/alerts/alert-dialog")).AlertDialog,
  {
    ssr: false,
    loading: () => (
      <Button size="sm" disabled>
        Change
      </Button>
    ),
  },
);

type AlertPageProps = { workspace: string; alertId: number; now: number };

/** Shows one alert: its state, its effect on recent data, and its history. */
export function AlertPage({ workspace, alertId, now }: AlertPageProps) {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(
    trpc.alerts.get.queryOptions({ workspace, alertId }, { refetchInterval: ALERT_LOOK_MILLISECONDS }),
  );
  const { data: membership } = useQuery(trpc.workspaces.get.queryOptions({ workspace }));
  const { nameOf } = useChannelNames(workspace);
  const { alert, events } = data;
  return (
    <>
      <PageHead
        title={alert.name}
        badges={<AlertState alert={alert} />}
        subtitle={describeCondition(alert)}
        actions={membership?.roles.includes("owner") && <AlertActions workspace={workspace} alert={alert} />}
      />
      <div className="grid items-start gap-4 md:grid-cols-2">
        <Status alert={alert} now={now} nameOf={nameOf} />
        <Panel aria-label="The last 30 days">
          <PanelHead title="The last 30 days" note="if the alert had existed" />
          <PanelBody>
            <AlertPreview workspace={workspace} watched={alert} />
          </PanelBody>
        </Panel>
      </div>
      <AlertHistory figure={alert.figure} events={events} nameOf={nameOf} />
    </>
  );
}

function AlertActions({ workspace, alert }: { workspace: string; alert: Alert }) {
  const { alertId, name, isActive } = alert;
  const { change, setActive, remove, test } = useAlertChanges();
  const { channels, nameOf } = useChannelNames(workspace);
  const router = useRouter();
  return (
    <>
      <TestDialog
        workspace={workspace}
        subject={`the alert ${name}`}
        nameOf={nameOf}
        onSend={() => test.mutateAsync({ workspace, alertId })}
      />
      <AlertDialog
        workspace={workspace}
        trigger={<Button size="sm">Change</Button>}
        rule={alert}
        channels={channels}
        onSave={(rule) => change.mutateAsync({ workspace, alertId, rule })}
      />
      <Button
        size="sm"
        disabled={setActive.isPending}
        onClick={() => setActive.mutate({ workspace, alertId, isActive: !isActive })}
      >
        {isActive ? "Turn off" : "Turn on"}
      </Button>
      <ActionDialog
        trigger={
          <Button size="sm" variant="ghost">
            Delete
          </Button>
        }
        title="Delete this alert?"
        description="This deletes its history. The audit log keeps a record of the alert."
        verb="Delete alert"
        isDangerous
        onConfirm={async () => {
          await remove.mutateAsync({ workspace, alertId });
          router.push(addressOf(workspace, "settings", "alerts"));
        }}
      />
    </>
  );
}

type StatusProps = { alert: Alert; now: number; nameOf: (channelId: number) => string };

function Status({ alert, now, nameOf }: StatusProps) {
  const timeZone = useTimeZone();
  const { figure, metricNow, lookedAt, state, stateSince, filter, channelIds, createdBy } = alert;
  return (
    <Panel aria-label="Now">
      <PanelHead title="Now" />
      <PanelBody className="flex flex-col gap-3">
        {lookedAt && metricNow === null && (
          <p className="text-text-2">No data in this window. The alert keeps its last state.</p>
        )}
        <KeyValues
          items={[
            { label: "Metric", value: lookedAt ? formatAlertMetric(figure, metricNow) : "not evaluated yet" },
            ...(state && stateSince
              ? [
                  {
                    label: state === "firing" ? "Triggered since" : "OK since",
                    value: <TimeAgo at={stateSince.getTime()} timeZone={timeZone} now={now} />,
                  },
                ]
              : []),
            ...(lookedAt
              ? [
                  {
                    label: "Evaluated",
                    value: <TimeAgo at={lookedAt.getTime()} timeZone={timeZone} now={now} />,
                  },
                ]
              : []),
            { label: "Filters", value: describeAlertFilter(filter) ?? "none" },
            {
              label: "Send to",
              value: channelIds.length === 0 ? "no channel" : channelIds.map(nameOf).join(", "),
            },
            { label: "Created by", value: createdBy },
          ]}
        />
      </PanelBody>
    </Panel>
  );
}
