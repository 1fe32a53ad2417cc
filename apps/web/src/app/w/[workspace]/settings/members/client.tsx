"use client";

import { DataTable } from "@baton/ui/data-table/data-table";
import { formatDateTime } from "@baton/ui/format/time";
import { PageHead } from "@baton/ui/layout/page-head";
import { Panel, PanelHead } from "@baton/ui/layout/panel";
import { Button } from "@baton/ui/primitives/button";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { InviteDialog } from "@/features/settings/invite-dialog";
import { MemberDialog } from "@/features/settings/member-dialog";
import { ShownOnce } from "@/features/settings/shown-once";
import { ActionDialog } from "@/frame/action-dialog";
import { QueryError } from "@/frame/query-error";
import { useTimeZone } from "@/frame/time-zone";
import { useTRPC } from "@/trpc/client";

/** Poll, in milliseconds, since an invited user may join at any moment. */
const WATCHED = { refetchInterval: 5_000 };

/** Lists the members and the open invitations of the workspace. */
export function Members({ workspace }: { workspace: string }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const timeZone = useTimeZone();
  const members = useQuery(trpc.members.list.queryOptions({ workspace }, WATCHED));
  const invited = useQuery(trpc.invitations.list.queryOptions({ workspace }, WATCHED));
  const [made, setMade] = useState<{ link: string; isMailed: boolean } | null>(null);
  const options = {
    onSettled: async () => {
      await Promise.all([
        queryClient.invalidateQueries(trpc.members.pathFilter()),
        queryClient.invalidateQueries(trpc.invitations.pathFilter()),
        queryClient.invalidateQueries(trpc.workspaces.pathFilter()),
      ]);
    },
  };
  const invite = useMutation(trpc.invitations.create.mutationOptions(options));
  const revoke = useMutation(trpc.invitations.revoke.mutationOptions(options));
  const change = useMutation(trpc.members.change.mutationOptions(options));
  const remove = useMutation(trpc.members.remove.mutationOptions(options));
  return (
    <>
      <PageHead
        title="Members"
        subtitle="Each role allows only what its name says. A member can have several."
        actions={
          <InviteDialog
            isMailed={invited.data?.isMailed ?? false}
            onInvite={async (input) => setMade(await invite.mutateAsync({ workspace, ...input }))}
          />
        }
      />
      {made && (
        <ShownOnce title="The link" secret={made.link} onDone={() => setMade(null)}>
          {made.isMailed ? "Baton also emailed it. " : "Send the link yourself. "}Anyone with the link can
          join once.
        </ShownOnce>
      )}
      <Panel aria-label="Members">
        <DataTable
          caption="Members of this workspace"
          rows={members.data ?? []}
          keyOf={(member) => member.userId}
          isLoading={members.isPending}
          error={members.isError && <QueryError title="The members could not be loaded" query={members} />}
          columns={[
            { id: "name", header: "Name", cell: (member) => member.name },
            { id: "email", header: "Email", cell: (member) => member.email, isSecondary: true },
            { id: "roles", header: "Roles", cell: (member) => member.roles.join(", ") },
            {
              id: "since",
              header: "Since",
              cell: (member) => formatDateTime(member.addedAt, timeZone),
              isSecondary: true,
            },
            {
              id: "change",
              header: <span className="sr-only">Change</span>,
              cell: (member) => (
                <div className="flex flex-wrap justify-end gap-2">
                  <MemberDialog
                    member={member}
                    onChange={(roles) => change.mutateAsync({ workspace, member: member.userId, roles })}
                  />
                  <ActionDialog
                    trigger={
                      <Button size="sm" variant="ghost" aria-label={`Remove ${member.name}`}>
                        Remove
                      </Button>
                    }
                    title={`Remove ${member.name}?`}
                    description="They lose access to this workspace. Their past actions keep their name."
                    verb="Remove member"
                    isDangerous
                    onConfirm={() => remove.mutateAsync({ workspace, member: member.userId })}
                  />
                </div>
              ),
            },
          ]}
        />
      </Panel>
      {invited.data && invited.data.invitations.length > 0 && (
        <Panel aria-label="Invitations">
          <PanelHead title="Invitations" note="not accepted yet" />
          <DataTable
            caption="Open invitations"
            rows={invited.data.invitations}
            keyOf={(invitation) => invitation.invitationId}
            columns={[
              { id: "to", header: "To", cell: (invitation) => invitation.email ?? "anyone with the link" },
              { id: "roles", header: "Roles", cell: (invitation) => invitation.roles.join(", ") },
              {
                id: "by",
                header: "Invited by",
                cell: (invitation) => invitation.invitedBy,
                isSecondary: true,
              },
              {
                id: "until",
                header: "Expires",
                cell: (invitation) => formatDateTime(invitation.expiresAt, timeZone),
                isSecondary: true,
              },
              {
                id: "revoke",
                header: <span className="sr-only">Actions</span>,
                cell: (invitation) => (
                  <ActionDialog
                    trigger={
                      <Button
                        size="sm"
                        aria-label={`Revoke invitation to ${invitation.email ?? "anyone with the link"}`}
                      >
                        Revoke
                      </Button>
                    }
                    title="Revoke the invitation?"
                    description="The invitation link stops working."
                    verb="Revoke invitation"
                    isDangerous
                    onConfirm={() => revoke.mutateAsync({ workspace, invitation: invitation.invitationId })}
                  />
                ),
              },
            ]}
          />
        </Panel>
      )}
    </>
  );
}
