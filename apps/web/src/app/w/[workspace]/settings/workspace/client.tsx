"use client";

import { formatDateTime } from "@baton/ui/format/time";
import { KeyValues } from "@baton/ui/layout/key-values";
import { PageHead } from "@baton/ui/layout/page-head";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Button } from "@baton/ui/primitives/button";
import { Field } from "@baton/ui/primitives/field";
import { Input } from "@baton/ui/primitives/input";
import { useToast } from "@baton/ui/primitives/toast";
import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useRouter, useSearchParams } from "next/navigation";
import { useState } from "react";
import { enter } from "@/features/account/enter";
import { SettingSwitch } from "@/features/settings/setting-switch";
import { ActionDialog } from "@/frame/action-dialog";
import { BatonCommand } from "@/frame/commands";
import { addressOf } from "@/frame/pages";
import { useTimeZone } from "@/frame/time-zone";
import { useTRPC } from "@/trpc/client";

/** Shows the workspace, renames or deletes it, and creates new ones. */
export function WorkspaceSettings({ workspace }: { workspace: string }) {
  const timeZone = useTimeZone();
  const { data } = useSuspenseQuery(useTRPC().workspaces.get.queryOptions({ workspace }));
  const isAdmin = data.roles.includes("admin");
  return (
    <>
      <PageHead
        title="Workspace"
        actions={
          <>
            {isAdmin && <NewWorkspaceDialog />}
            {isAdmin && <RenameDialog workspace={workspace} name={data.name} />}
            {isAdmin && <DeleteDialog workspace={workspace} name={data.name} />}
          </>
        }
      />
      <Panel aria-label="Workspace" className="max-w-[520px]">
        <PanelHead title={data.name} />
        <PanelBody>
          <KeyValues
            items={[
              { label: "Id", value: <code>{data.workspaceId}</code> },
              { label: "Created", value: formatDateTime(data.createdAt, timeZone) },
              { label: "Your roles", value: data.roles.join(", ") },
              ...(data.isSample
                ? [{ label: "Sample data", value: <BatonCommand>demo --remove</BatonCommand> }]
                : []),
            ]}
          />
        </PanelBody>
      </Panel>
      <Panel aria-label="People" className="mt-4 max-w-[520px]">
        <PanelHead title="People" />
        <PanelBody>
          <HidePeople workspace={workspace} hidesFewPeople={data.hidesFewPeople} isAdmin={isAdmin} />
        </PanelBody>
      </Panel>
    </>
  );
}

type HidePeopleProps = { workspace: string; hidesFewPeople: boolean; isAdmin: boolean };

function HidePeople({ workspace, hidesFewPeople, isAdmin }: HidePeopleProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const showToast = useToast();
  const set = useMutation(
    trpc.workspaces.hidePeople.mutationOptions({
      onSettled: () =>
        Promise.all([
          queryClient.invalidateQueries(trpc.workspaces.pathFilter()),
          queryClient.invalidateQueries(trpc.usage.pathFilter()),
        ]),
      onError: ({ message }) =>
        showToast({ tone: "danger", title: "Setting not saved", description: message }),
    }),
  );
  return (
    <SettingSwitch
      label="Hide names of fewer than five people"
      isOn={hidesFewPeople}
      reservedFor={isAdmin ? null : "an admin"}
      isSaving={set.isPending}
      onChange={(hides) => set.mutate({ workspace, hidesFewPeople: hides })}
    >
      Usage and cost by person shows names only if at least five people are recorded.
    </SettingSwitch>
  );
}

function NewWorkspaceDialog() {
  const [name, setName] = useState("");
  const isLinked = useSearchParams().has("new");
  const create = useMutation(useTRPC().workspaces.create.mutationOptions());
  return (
    <ActionDialog
      trigger={<Button>New workspace</Button>}
      isOpenAtFirst={isLinked}
      title="New workspace"
      description="Workspaces share no data. You become owner and admin of the new one."
      verb="Create workspace"
      missing={name.trim() === "" ? "Enter a name" : null}
      onOpen={() => setName("")}
      onConfirm={async () => enter(addressOf((await create.mutateAsync({ name })).workspaceId, "overview"))}
    >
      <Field label="Name">
        <Input
          value={name}
          maxLength={100}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
    </ActionDialog>
  );
}

function RenameDialog({ workspace, name: current }: { workspace: string; name: string }) {
  const [name, setName] = useState(current);
  const router = useRouter();
  const rename = useMutation(
    useTRPC().workspaces.rename.mutationOptions({ onSuccess: () => router.refresh() }),
  );
  return (
    <ActionDialog
      trigger={<Button>Rename</Button>}
      title={`Rename ${current}`}
      description={`Its ID, ${workspace}, and all links stay the same.`}
      verb="Rename workspace"
      missing={name.trim() === "" ? "Enter a name" : null}
      onOpen={() => setName(current)}
      onConfirm={() => rename.mutateAsync({ workspace, name })}
    >
      <Field label="Name">
        <Input
          value={name}
          maxLength={100}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
    </ActionDialog>
  );
}

function DeleteDialog({ workspace, name }: { workspace: string; name: string }) {
  const [typed, setTyped] = useState("");
  const remove = useMutation(useTRPC().workspaces.remove.mutationOptions());
  return (
    <ActionDialog
      trigger={<Button variant="danger">Delete</Button>}
      title={`Delete ${name}?`}
      description="Permanently deletes all imported data, policies, API keys and members. Source files and the audit log stay."
      verb={`Delete ${name}`}
      isDangerous
      missing={typed === name ? null : "Type the name to confirm"}
      onOpen={() => setTyped("")}
      onConfirm={async () => {
        await remove.mutateAsync({ workspace, name: typed });
        enter("/");
      }}
    >
      <Field label={`Type “${name}” to confirm`}>
        <Input
          value={typed}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
    </ActionDialog>
  );
}
