"use client";

import { PageHead } from "@baton/ui/layout/page-head";
import { Button } from "@baton/ui/primitives/button";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { AlertsPanel } from "@/features/settings/alerts/alerts-panel";
import { useAlertChanges } from "@/features/settings/alerts/use-alerts";
import { useChannelNames } from "@/features/settings/notifications/use-channel-names";
import { useTRPC } from "@/trpc/client";

/** Loaded after the list, because the dialog needs the schema library. */
const AlertDialog = dynamic(
  async () => (await import("@/features/settings/alerts/alert-dialog")).AlertDialog,
  {
    ssr: false,
    loading: () => (
      <Button variant="primary" disabled>
        New alert
      </Button>
    ),
  },
);

/** Lists the alerts with their state. */
export function Alerts({ workspace, now }: { workspace: string; now: number }) {
  const { data: membership } = useQuery(useTRPC().workspaces.get.queryOptions({ workspace }));
  const { channels } = useChannelNames(workspace);
  const { add } = useAlertChanges();
  return (
    <>
      <PageHead
        title="Alerts"
        subtitle="Baton checks the metric every hour (UTC, five minutes past)."
        actions={
          membership?.roles.includes("owner") && (
            <AlertDialog
              workspace={workspace}
              trigger={<Button variant="primary">New alert</Button>}
              rule={null}
              channels={channels}
              onSave={(rule) => add.mutateAsync({ workspace, rule })}
            />
          )
        }
      />
      <AlertsPanel workspace={workspace} now={now} />
    </>
  );
}
