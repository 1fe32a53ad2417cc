"use client";

import { importPolicy } from "@baton/core";
import { switchSetting } from "@baton/core/policy";
import { Finding } from "@baton/ui/layout/finding";
import { Button } from "@baton/ui/primitives/button";
import { Dialog, DialogClose, DialogContent } from "@baton/ui/primitives/dialog";
import { Skeleton } from "@baton/ui/primitives/skeleton";
import { useToast } from "@baton/ui/primitives/toast";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useQueryState } from "nuqs";
import { useMemo } from "react";
import { QueryError } from "@/frame/query-error";
import { useTimeZone } from "@/frame/time-zone";
import { DEFAULT_RANGE, parseAsRange } from "@/search/range";
import { useTRPC } from "@/trpc/client";
import { describeTraffic } from "../describe-traffic";
import { PolicyDiffView } from "../diff/policy-diff-view";
import type { PolicyEditor } from "../editor/use-policy-editor";
import { liveName } from "../editor/version-name";
import { ImpactPanel } from "../impact/impact-panel";
import { useRefetchPolicies } from "../publish/use-publishing";
import { useTrafficPairs } from "../use-traffic-pairs";

export type RollBackDialogProps = { editor: PolicyEditor; number: number; onClose: () => void };

/** Shows what an earlier version changes, replays it over past handoffs, and makes it live again. */
export function RollBackDialog({ editor, number, onClose }: RollBackDialogProps) {
  const { workspace, live } = editor;
  const trpc = useTRPC();
  const tz = useTimeZone();
  const refetch = useRefetchPolicies(workspace);
  const showToast = useToast();
  const [range] = useQueryState("range", parseAsRange.withDefault(DEFAULT_RANGE));
  const version = useQuery(trpc.policies.publications.get.queryOptions({ workspace, number }));
  const { data: setting } = useQuery(trpc.policies.reviews.setting.queryOptions({ workspace }));
  const { data: traffic } = useQuery(trpc.policies.traffic.queryOptions({ workspace, range, tz }));
  const pairs = useTrafficPairs(workspace, range);
  const earlier = useMemo(() => version.data && importPolicy(version.data.content.document), [version.data]);
  const policy = earlier?.ok ? earlier.policy : null;
  const rollBack = useMutation(
    trpc.policies.publications.rollBack.mutationOptions({
      onSuccess: async (published) => {
        await refetch();
        onClose();
        showToast({
          tone: "ok",
          title: `v${published.number} is live`,
          description: `It repeats v${number}. ${published.isReviewPending ? "Another owner reviews it afterwards." : ""}`,
        });
      },
    }),
  );
  const confirm = () => {
    if (live?.number != null) rollBack.mutate({ workspace, number, live: live.number });
  };
  const before = live && switchSetting(live.content.policySwitch);
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        className="w-[min(760px,calc(100vw-32px))]"
        title={`Roll back to v${number}?`}
        description={`Replaces ${liveName(live)} now. Connected orchestrators get it within a second. ${setting?.mayApproveOwn === false ? "Another owner, if there is one, is asked to review it afterwards." : ""}`}
        footer={
          <>
            <DialogClose asChild>
              <Button variant="ghost">Cancel</Button>
            </DialogClose>
            <Button variant="danger" disabled={!policy || rollBack.isPending} onClick={confirm}>
              Roll back to v{number}
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-3.5">
          {version.isError && <QueryError title="The version could not be loaded" query={version} />}
          {version.isPending && <Skeleton className="h-16" />}
          {rollBack.isError && (
            <Finding tone="danger" title="Not rolled back" role="alert">
              {rollBack.error.message}
            </Finding>
          )}
          {version.data && before !== null && before !== version.data.setting && (
            <Finding tone="warn">
              Handoff control changes from {before} to {version.data.setting}.
            </Finding>
          )}
          {live?.policy && policy && (
            <>
              <PolicyDiffView before={live.policy} after={policy} pairs={pairs} />
              <ImpactPanel
                name={`v${number}`}
                workspace={workspace}
                range={range}
                period={describeTraffic(traffic)}
                live={live.policy}
                draft={policy}
              />
            </>
          )}
        </div>
      </DialogContent>
    </Dialog>
  );
}
