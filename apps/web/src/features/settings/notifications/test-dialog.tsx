"use client";

import type { NotificationDelivery } from "@baton/db";
import { Finding } from "@baton/ui/layout/finding";
import { Button } from "@baton/ui/primitives/button";
import { Dialog, DialogClose, DialogContent, DialogTrigger } from "@baton/ui/primitives/dialog";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { FormError } from "@/features/account/form-error";
import { QueryError } from "@/frame/query-error";
import { useTRPC } from "@/trpc/client";
import { describeDelivery } from "./delivery-words";
import { isOnItsWay } from "./use-notifications";

const LOOK_MILLISECONDS = 500;
/** Ingest sends a notification at once; after this many polls it is probably not running. */
const PATIENCE_LOOKS = 24;

type TestDialogProps = {
  workspace: string;
  /** Subject of the test for screen readers ("the channel bob@example.com"). */
  subject: string;
  /** Label of the button, and what was sent. */
  label?: string;
  description?: string;
  /** Returns the name of a channel. */
  nameOf: (channelId: number) => string;
  /** Sends the notification. */
  onSend: () => Promise<{ notificationId: number | null }>;
};

/** Sends a test notification, and shows each receiver's answer. */
export function TestDialog({
  workspace,
  subject,
  label = "Send a test",
  description = `Baton sent a test notification to ${subject}.`,
  nameOf,
  onSend,
}: TestDialogProps) {
  const [isOpen, setOpen] = useState(false);
  const send = useMutation({ mutationFn: onSend });
  const open = (isOpening: boolean) => {
    setOpen(isOpening);
    if (isOpening) send.mutate();
  };
  const notificationId = send.data?.notificationId ?? null;
  return (
    <Dialog open={isOpen} onOpenChange={open}>
      <DialogTrigger asChild>
        <Button size="sm" aria-label={`${label}: ${subject}`}>
          {label}
        </Button>
      </DialogTrigger>
      <DialogContent
        title={label}
        description={description}
        footer={
          <>
            <Button onClick={() => send.mutate()} disabled={send.isPending}>
              Send another
            </Button>
            <DialogClose asChild>
              <Button variant="ghost">Close</Button>
            </DialogClose>
          </>
        }
      >
        <FormError error={send.error} />
        {notificationId !== null && (
          <Answers workspace={workspace} notificationId={notificationId} nameOf={nameOf} />
        )}
      </DialogContent>
    </Dialog>
  );
}

function Answers({
  workspace,
  notificationId,
  nameOf,
}: Pick<TestDialogProps, "workspace" | "nameOf"> & { notificationId: number }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const notification = useQuery(
    trpc.notifications.get.queryOptions(
      { workspace, notificationId },
      {
        refetchInterval: ({ state }) =>
          state.data && !state.data.deliveries.some(isOnItsWay) ? false : LOOK_MILLISECONDS,
      },
    ),
  );
  const isDone = notification.data !== undefined && !notification.data.deliveries.some(isOnItsWay);
  // The list behind the dialog shows the last delivery of each channel.
  useEffect(() => {
    if (isDone) void queryClient.invalidateQueries(trpc.notifications.list.queryFilter({ workspace }));
  }, [isDone, queryClient, trpc, workspace]);
  if (notification.isError) return <QueryError title="The answer could not be loaded" query={notification} />;
  if (!notification.data) return <p className="text-text-2">Sending…</p>;
  if (notification.data.deliveries.length === 0) {
    return (
      <Finding tone="warn" title="Not sent">
        All channels are off. Turn one on and try again.
      </Finding>
    );
  }
  const isTakenByNobody =
    Date.now() - notification.data.createdAt.getTime() > PATIENCE_LOOKS * LOOK_MILLISECONDS;
  return (
    <div className="flex flex-col gap-2" role="status">
      {notification.data.deliveries.map((delivery) => (
        <Answer
          key={delivery.channelId}
          name={nameOf(delivery.channelId)}
          delivery={delivery}
          isTakenByNobody={isTakenByNobody}
        />
      ))}
    </div>
  );
}

function Answer({
  name,
  delivery,
  isTakenByNobody,
}: {
  name: string;
  delivery: NotificationDelivery;
  isTakenByNobody: boolean;
}) {
  const { detail } = describeDelivery(delivery);
  if (delivery.state === "sent") {
    return (
      <Finding tone="ok" title={<span className="[overflow-wrap:anywhere]">{name} accepted it</span>}>
        Response: {detail}.
      </Finding>
    );
  }
  if (delivery.state === "failed") {
    return (
      <Finding tone="danger" title={<span className="[overflow-wrap:anywhere]">{name} rejected it</span>}>
        {detail}.
      </Finding>
    );
  }
  return isTakenByNobody ? (
    <Finding tone="warn" title="Still waiting">
      The ingest service sends notifications. Check that it is running and that the receiver responds.
    </Finding>
  ) : (
    <Finding tone="info">Waiting for {name} to respond…</Finding>
  );
}
