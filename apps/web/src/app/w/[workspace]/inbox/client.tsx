"use client";

import { EmptyState } from "@baton/ui/layout/empty-state";
import { TableSkeleton } from "@baton/ui/layout/loading";
import { PageHead } from "@baton/ui/layout/page-head";
import { Panel, PanelBody } from "@baton/ui/layout/panel";
import { Button } from "@baton/ui/primitives/button";
import { TextLink } from "@baton/ui/primitives/text-link";
import { Inbox } from "lucide-react";
import { InboxItem } from "@/features/inbox/inbox-item";
import { useInbox } from "@/features/inbox/use-inbox";
import { addressOf } from "@/frame/pages";
import { QueryError } from "@/frame/query-error";

/** Shows what happened in the workspace, with what the user has not read marked. */
export function InboxPage({ workspace, now }: { workspace: string; now: number }) {
  const { query, markRead } = useInbox(workspace);
  const items = query.data ?? [];
  const unread = items.filter(({ isRead }) => !isRead).length;
  return (
    <>
      <PageHead
        title="Inbox"
        subtitle={query.data && (unread === 0 ? "Everything is read." : `${unread} unread`)}
        actions={
          unread > 0 && <Button onClick={() => markRead.mutate({ workspace })}>Mark all as read</Button>
        }
      />
      <Panel aria-label="Notifications">
        {query.isPending && <TableSkeleton rows={5} />}
        {query.isError && !query.data && (
          <PanelBody className="pt-3">
            <QueryError title="The inbox could not be loaded" query={query} />
          </PanelBody>
        )}
        {query.data && items.length === 0 && (
          <PanelBody>
            <EmptyState icon={<Inbox aria-hidden />} title="Nothing yet">
              Review requests and decisions, publications, leaks, alerts and expiring rules appear here. To
              get them elsewhere, add a{" "}
              <TextLink href={addressOf(workspace, "settings", "notifications")}>channel</TextLink>.
            </EmptyState>
          </PanelBody>
        )}
        {items.length > 0 && (
          <ul aria-label="Notifications">
            {items.map((item) => (
              <InboxItem
                key={item.notificationId}
                workspace={workspace}
                item={item}
                now={now}
                onRead={() => markRead.mutate({ workspace, notificationIds: [item.notificationId] })}
              />
            ))}
          </ul>
        )}
      </Panel>
    </>
  );
}
