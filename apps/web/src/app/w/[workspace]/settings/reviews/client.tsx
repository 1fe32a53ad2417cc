"use client";

import { PageHead } from "@baton/ui/layout/page-head";
import { Panel, PanelBody, PanelFoot, PanelHead } from "@baton/ui/layout/panel";
import { Skeleton } from "@baton/ui/primitives/skeleton";
import { TextLink } from "@baton/ui/primitives/text-link";
import { useToast } from "@baton/ui/primitives/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { SettingSwitch } from "@/features/settings/setting-switch";
import { addressOf } from "@/frame/pages";
import { QueryError } from "@/frame/query-error";
import { useTRPC } from "@/trpc/client";

/** Edits the requirements for publishing a policy. */
export function ReviewSettings({ workspace }: { workspace: string }) {
  const trpc = useTRPC();
  const query = useQuery(trpc.policies.reviews.setting.queryOptions({ workspace }));
  const { data: membership } = useQuery(trpc.workspaces.get.queryOptions({ workspace }));
  return (
    <>
      <PageHead title="Reviews" subtitle="Requirements for publishing a policy version." />
      <Panel aria-label="Policy reviews" className="max-w-[620px]">
        <PanelHead title="Policy reviews" />
        <PanelBody>
          {query.isPending && <Skeleton className="h-16" />}
          {query.isError && !query.data && (
            <QueryError title="The setting could not be loaded" query={query} />
          )}
          {query.data && (
            <OwnApproval
              workspace={workspace}
              isAllowed={query.data.mayApproveOwn}
              isOwner={membership?.roles.includes("owner") ?? false}
            />
          )}
        </PanelBody>
        <PanelFoot>
          Stricter-only changes can be published before review.
          <TextLink href={addressOf(workspace, "policies", "review")}>Open the current review</TextLink>
        </PanelFoot>
      </Panel>
    </>
  );
}

type OwnApprovalProps = { workspace: string; isAllowed: boolean; isOwner: boolean };

function OwnApproval({ workspace, isAllowed, isOwner }: OwnApprovalProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const showToast = useToast();
  const set = useMutation(
    trpc.policies.reviews.set.mutationOptions({
      onSettled: () => queryClient.invalidateQueries(trpc.policies.pathFilter()),
      onError: ({ message }) =>
        showToast({ tone: "danger", title: "Setting not saved", description: message }),
    }),
  );
  return (
    <SettingSwitch
      label="Authors can approve their own drafts"
      isOn={isAllowed}
      reservedFor={isOwner ? null : "a workspace owner"}
      isSaving={set.isPending}
      onChange={(mayApproveOwn) => set.mutate({ workspace, mayApproveOwn })}
    >
      {isAllowed
        ? "Authors can publish without approval from another owner. The version is marked self-approved."
        : "An owner who did not edit the draft must approve it, unless the workspace has only one owner."}
    </SettingSwitch>
  );
}
