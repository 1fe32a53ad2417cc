"use client";

import { useToast } from "@baton/ui/primitives/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "@/trpc/client";

/** Interval of polling the state of alerts, in milliseconds. */
export const ALERT_LOOK_MILLISECONDS = 15_000;

/** Provides the changes an owner can make to alerts. */
export function useAlertChanges() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const showToast = useToast();
  const onSettled = () => queryClient.invalidateQueries(trpc.alerts.pathFilter());
  const onError = (error: { message: string }) =>
    showToast({ tone: "danger", title: "Alert not saved", description: error.message });
  return {
    add: useMutation(trpc.alerts.add.mutationOptions({ onSettled })),
    change: useMutation(trpc.alerts.change.mutationOptions({ onSettled })),
    setActive: useMutation(trpc.alerts.setActive.mutationOptions({ onSettled, onError })),
    remove: useMutation(trpc.alerts.remove.mutationOptions()),
    test: useMutation(trpc.alerts.test.mutationOptions()),
  };
}
