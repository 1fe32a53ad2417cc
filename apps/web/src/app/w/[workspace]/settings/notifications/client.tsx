"use client";

import { Finding } from "@baton/ui/layout/finding";
import { PageHead } from "@baton/ui/layout/page-head";
import { Button } from "@baton/ui/primitives/button";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ChannelDialog } from "@/features/settings/notifications/channel-dialog";
import { ChannelsPanel } from "@/features/settings/notifications/channels-panel";
import { HistoryPanel } from "@/features/settings/notifications/history-panel";
import { ReportsPanel } from "@/features/settings/notifications/reports-panel";
import { useChannelNames } from "@/features/settings/notifications/use-channel-names";
import { useChannels } from "@/features/settings/notifications/use-channels";
import { useNotifications } from "@/features/settings/notifications/use-notifications";
import { ShownOnce } from "@/features/settings/shown-once";
import { useTRPC } from "@/trpc/client";

/** Shows the notification channels, and the notifications sent. */
export function Notifications({ workspace, now }: { workspace: string; now: number }) {
  const { data: membership } = useQuery(useTRPC().workspaces.get.queryOptions({ workspace }));
  const channels = useChannels(workspace);
  const { nameOf } = useChannelNames(workspace);
  const notifications = useNotifications(workspace);
  const [secret, setSecret] = useState<string | null>(null);
  const isOwner = membership?.roles.includes("owner") ?? false;
  const known = channels.query.data;
  const canMail = known?.canMail ?? true;
  const lastOf = (channelId: number) =>
    notifications.data
      ?.flatMap(({ deliveries }) => deliveries)
      .find((delivery) => delivery.channelId === channelId && delivery.attempts > 0);
  return (
    <>
      <PageHead
        title="Notifications"
        subtitle="Channels for notifications about reviews, publications, rule expiries, leaks and alerts, and for reports."
        actions={
          isOwner && (
            <ChannelDialog
              trigger={<Button variant="primary">Add a channel</Button>}
              channel={null}
              canMail={canMail}
              onSave={async (channel) =>
                setSecret((await channels.add.mutateAsync({ workspace, channel })).secret)
              }
            />
          )
        }
      />
      {!canMail && (
        <Finding tone="warn" title="No mail server configured">
          Baton sends no emails. Set <code>BATON_SMTP_URL</code> and restart Baton.
        </Finding>
      )}
      {secret !== null && (
        <ShownOnce title="The secret" secret={secret} onDone={() => setSecret(null)}>
          Use it to verify that a notification comes from Baton. The header <code>Baton-Signature</code>{" "}
          contains the HMAC-SHA-256 of time and body.
        </ShownOnce>
      )}
      <ChannelsPanel
        workspace={workspace}
        now={now}
        channels={channels}
        lastOf={lastOf}
        onSecret={isOwner ? setSecret : null}
      />
      <ReportsPanel
        workspace={workspace}
        channels={known?.channels ?? []}
        nameOf={nameOf}
        mayChange={isOwner}
      />
      <HistoryPanel workspace={workspace} now={now} notifications={notifications} nameOf={nameOf} />
    </>
  );
}
