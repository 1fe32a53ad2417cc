"use client";

import type { NotificationDelivery } from "@baton/db";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { TableSkeleton } from "@baton/ui/layout/loading";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Button } from "@baton/ui/primitives/button";
import { Switch } from "@baton/ui/primitives/switch";
import { TimeAgo } from "@baton/ui/primitives/time";
import { Mail, Megaphone, MessageSquare, Siren, Webhook } from "lucide-react";
import { useId } from "react";
import { ActionDialog } from "@/frame/action-dialog";
import { QueryError } from "@/frame/query-error";
import { useTimeZone } from "@/frame/time-zone";
import type { RouterOutputs } from "@/server/root";
import { ChannelDialog } from "./channel-dialog";
import { CHANNEL_WORDS } from "./channel-kinds";
import { DeliveryBadge } from "./delivery-badge";
import { describeDelivery } from "./delivery-words";
import { TestDialog } from "./test-dialog";
import type { useChannels } from "./use-channels";

export type Channel = RouterOutputs["notifications"]["channels"]["channels"][number];

type ChannelsPanelProps = {
  workspace: string;
  /** Milliseconds since 1970, at the first render. */
  now: number;
  channels: ReturnType<typeof useChannels>;
  /** Returns the last recent delivery over a channel, if any. */
  lastOf: (channelId: number) => NotificationDelivery | undefined;
  /** Null for users without edit permission. */
  onSecret: ((secret: string) => void) | null;
};

/** Lists the channels, each with its last result and the available actions. */
export function ChannelsPanel({ workspace, now, channels, lastOf, onSecret }: ChannelsPanelProps) {
  const { query, change } = channels;
  const titleId = useId();
  return (
    <Panel aria-labelledby={titleId}>
      <PanelHead title="Channels" titleId={titleId} hasLine />
      {query.isError && !query.data && (
        <PanelBody className="pt-3">
          <QueryError title="The channels could not be loaded" query={query} />
        </PanelBody>
      )}
      {query.isPending && <TableSkeleton rows={3} />}
      {query.data?.channels.length === 0 && (
        <PanelBody>
          <EmptyState icon={<Megaphone aria-hidden />} title="No channel yet">
            Without a channel, review requests, leaks, rule expiries and alerts appear only in the inbox.
          </EmptyState>
        </PanelBody>
      )}
      {query.data && query.data.channels.length > 0 && (
        <ul aria-label="Channels">
          {query.data.channels.map((channel) => (
            <li
              key={channel.channelId}
              className="flex flex-col gap-2 border-line border-b px-4 py-3 last:border-b-0"
            >
              <ChannelHead
                channel={channel}
                last={lastOf(channel.channelId)}
                now={now}
                onSwitch={
                  onSecret &&
                  ((isActive) => change.mutate({ workspace, channelId: channel.channelId, isActive }))
                }
              />
              {onSecret && (
                <ChannelActions
                  workspace={workspace}
                  channel={channel}
                  channels={channels}
                  canMail={query.data.canMail}
                  onSecret={onSecret}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

const ICONS: Partial<Record<Channel["kind"], typeof Mail>> = {
  mail: Mail,
  webhook: Webhook,
  pagerduty: Siren,
};

type ChannelHeadProps = {
  channel: Channel;
  last: NotificationDelivery | undefined;
  now: number;
  onSwitch: ((isActive: boolean) => void) | null;
};

function ChannelHead({ channel, last, now, onSwitch }: ChannelHeadProps) {
  const timeZone = useTimeZone();
  const switchId = useId();
  const Icon = ICONS[channel.kind] ?? MessageSquare;
  const detail = last && describeDelivery(last).detail;
  return (
    <div className="flex items-start gap-2.5">
      <Icon className="mt-0.5 size-4 shrink-0 text-text-3" aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="font-medium [overflow-wrap:anywhere]">{channel.target}</p>
        <p className="text-sm text-text-3">
          {CHANNEL_WORDS[channel.kind].label}
          {channel.kind === "webhook" && ", signed"} · added by {channel.createdBy}{" "}
          <TimeAgo at={channel.createdAt.getTime()} timeZone={timeZone} now={now} />
        </p>
        {last && (
          <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-text-2">
            <DeliveryBadge delivery={last} />
            {detail}
            {last.attemptedAt && (
              <TimeAgo
                className="text-text-3"
                at={last.attemptedAt.getTime()}
                timeZone={timeZone}
                now={now}
              />
            )}
          </p>
        )}
      </div>
      <div className="flex shrink-0 items-center gap-2">
        <label htmlFor={switchId} className="text-sm text-text-2">
          {channel.isActive ? "on" : "off"}
        </label>
        <Switch
          id={switchId}
          aria-label={`Send notifications to ${channel.target}`}
          checked={channel.isActive}
          disabled={!onSwitch}
          onCheckedChange={(isActive) => onSwitch?.(isActive)}
        />
      </div>
    </div>
  );
}

type ChannelActionsProps = Pick<ChannelsPanelProps, "workspace" | "channels"> & {
  channel: Channel;
  canMail: boolean;
  onSecret: (secret: string) => void;
};

function ChannelActions({ workspace, channel, channels, canMail, onSecret }: ChannelActionsProps) {
  const { change, renew, remove, test } = channels;
  const { channelId, target, kind } = channel;
  return (
    <div className="flex flex-wrap gap-2 pl-[26px]">
      {channel.isActive ? (
        <TestDialog
          workspace={workspace}
          subject={target}
          nameOf={() => target}
          onSend={() => test.mutateAsync({ workspace, channelId })}
        />
      ) : (
        <Button size="sm" disabled title="The channel is off">
          Send a test
        </Button>
      )}
      <ChannelDialog
        trigger={
          <Button size="sm" aria-label={`Change address ${target}`}>
            Change
          </Button>
        }
        channel={channel}
        canMail={canMail}
        onSave={(changed) => change.mutateAsync({ workspace, channelId, target: changed.target })}
      />
      {kind === "webhook" && (
        <ActionDialog
          trigger={
            <Button size="sm" aria-label={`Create new secret for ${target}`}>
              New secret
            </Button>
          }
          title="Create a new secret?"
          description="The old secret stops working immediately. Receivers that check signatures reject notifications until you give them the new secret."
          verb="Create secret"
          onConfirm={async () => onSecret((await renew.mutateAsync({ workspace, channelId })).secret)}
        />
      )}
      <ActionDialog
        trigger={
          <Button size="sm" variant="ghost" aria-label={`Delete the channel ${target}`}>
            Delete
          </Button>
        }
        title="Delete this channel?"
        description={
          <span className="[overflow-wrap:anywhere]">
            Baton sends nothing more to {target} and cancels pending notifications. Its deliveries are no
            longer listed.
          </span>
        }
        verb="Delete channel"
        isDangerous
        onConfirm={() => remove.mutateAsync({ workspace, channelId })}
      />
    </div>
  );
}
