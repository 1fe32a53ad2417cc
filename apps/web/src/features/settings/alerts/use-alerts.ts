"use client";

import { useToast } from "@baton/ui/primitives/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "@/trpc/client";

/** How often a page that shows alerts looks how they stand. */
export const ALERT_LOOK_MILLISECONDS = 15_000;

/** What an owner may do with alerts. */
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
