"use client";

import type { ErasureKind } from "@baton/db";
import { formatCount } from "@baton/ui/format/number";
import { Button } from "@baton/ui/primitives/button";
import { Field } from "@baton/ui/primitives/field";
import { Input } from "@baton/ui/primitives/input";
import { SegmentedControl } from "@baton/ui/primitives/segmented-control";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ActionDialog } from "@/frame/action-dialog";
import { useSettled } from "@/frame/use-settled";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";

const KINDS: readonly { value: ErasureKind; label: string }[] = [
  { value: "session", label: "A session" },
  { value: "agent", label: "An agent" },
  { value: "workspace", label: "The workspace" },
];

const NAMES = { session: "Session ID", agent: "Agent ID", workspace: "Workspace ID" } as const;

const MEANINGS = {
  session:
    "Deletes its events, handoffs, compactions, tasks and documents, the manifests that only this session passed on, and files that contain nothing else.",
  agent: "Deletes all events, manifests and documents that mention this agent. Policy rules stay.",
  workspace: "Deletes all data and member roles in this workspace. The audit log stays.",
} as const;

/** Asks for the subject of an erasure, shows the amount of data, and requires the user to type its name. */
export function EraseDialog({ workspace }: { workspace: string }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [kind, setKind] = useState<ErasureKind>("session");
  const [named, setNamed] = useState("");
  const [typed, setTyped] = useState("");
  const id = kind === "workspace" ? workspace : named;
  const settled = useSettled(id);
  const isSettled = settled !== "" && settled === id;
  const preview = useQuery(
    trpc.erasures.preview.queryOptions(
      { workspace, kind, id: settled },
      { enabled: isSettled, staleTime: 0 },
    ),
  );
  const request = useMutation(
    trpc.erasures.request.mutationOptions({
      onSettled: () => queryClient.invalidateQueries(trpc.erasures.pathFilter()),
    }),
  );
  const missing = id === "" ? `Enter the ${kind} ID` : typed !== id ? "Type the ID to confirm" : null;
  return (
    <ActionDialog
      trigger={<Button variant="danger">Erase</Button>}
      title="Erase data"
      description="You cannot undo this. Source files stay, but Baton does not import erased data from them again."
      verb={`Erase ${KINDS.find(({ value }) => value === kind)?.label.toLowerCase()}`}
      isDangerous
      missing={missing}
      onOpen={() => {
        setNamed("");
        setTyped("");
      }}
      onConfirm={() => request.mutateAsync({ workspace, kind, id, typed })}
    >
      <SegmentedControl
        label="Type"
        options={KINDS}
        value={kind}
        onValueChange={(chosen) => {
          setKind(chosen);
          setTyped("");
        }}
      />
      <p className="text-text-2">{MEANINGS[kind]}</p>
      {kind !== "workspace" && (
        <Field label={NAMES[kind]}>
          <Input
            value={named}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setNamed(event.target.value)}
          />
        </Field>
      )}
      {id !== "" && <Preview preview={isSettled && !preview.isFetching ? preview.data : undefined} />}
      {id !== "" && (
        <Field label={`Type “${id}” to confirm`}>
          <Input
            value={typed}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
      )}
    </ActionDialog>
  );
}

/** Numbers of another ID, or old ones, would be wrong: show that counting is in progress. */
function Preview({ preview }: { preview: RouterOutputs["erasures"]["preview"] | undefined }) {
  if (!preview) return <p className="text-text-3">Counting the data to erase …</p>;
  const { eventCount, handoffCount, sessionCount } = preview;
  if (eventCount === 0) {
    return (
      <p className="text-text-2">
        No events with this ID. Check the ID. If you continue, Baton also rejects future events with it.
      </p>
    );
  }
  const count = (figure: number, one: string) => `${formatCount(figure)} ${figure === 1 ? one : `${one}s`}`;
  return (
    <p className="text-danger" role="status">
      Erases {count(eventCount, "event")} and {count(handoffCount, "handoff")} of{" "}
      {count(sessionCount, "session")}.
    </p>
  );
}
