"use client";

import type { ErasureKind } from "@baton/db";
import { formatCount } from "@baton/ui/format/number";
import { Button } from "@baton/ui/primitives/button";
import { Field } from "@baton/ui/primitives/field";
import { Input } from "@baton/ui/primitives/input";
import { SegmentedControl } from "@baton/ui/primitives/segmented-control";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useSettled } from "@/frame/use-settled";
import { TYPING_PAUSE_MILLISECONDS } from "@/search/typing-pause";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";
import { ActionDialog } from "./action-dialog";

const KINDS: readonly { value: ErasureKind; label: string }[] = [
  { value: "session", label: "A session" },
  { value: "agent", label: "An agent" },
  { value: "workspace", label: "The workspace" },
];

const NAMES = { session: "Session id", agent: "Agent id", workspace: "Workspace id" } as const;

const MEANINGS = {
  session:
    "Its events, handoffs, compactions and tasks go, with the manifests that it alone handed over, the documents that were written in it, and the files that hold nothing else.",
  agent:
    "Every line goes that is from it, to it, or names it, and every manifest and document that does. Rules of policies that name it stay: they are not what was logged.",
  workspace: "Everything in it goes, people’s roles in it too. Its audit log stays.",
} as const;

/** Asks what is to be erased, says how much that is, and has its name typed. */
export function EraseDialog({ workspace }: { workspace: string }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [kind, setKind] = useState<ErasureKind>("session");
  const [named, setNamed] = useState("");
  const [typed, setTyped] = useState("");
  const id = kind === "workspace" ? workspace : named;
  const settled = useSettled(id, TYPING_PAUSE_MILLISECONDS);
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
  const missing =
    id === "" ? `Still needed: the id of the ${kind}` : typed !== id ? "Still needed: its id, typed" : null;
  return (
    <ActionDialog
      trigger={<Button variant="danger">Erase</Button>}
      title="What is to be erased?"
      description="It cannot be brought back. Files that were read stay where they are; nothing that is erased is read from them again."
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
        label="What"
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

/** Of another id, or from before, figures would say what is not so: then they are still being counted. */
function Preview({ preview }: { preview: RouterOutputs["erasures"]["preview"] | undefined }) {
  if (!preview) return <p className="text-text-3">Counting what it would take …</p>;
  const { eventCount, handoffCount, sessionCount } = preview;
  if (eventCount === 0) {
    return (
      <p className="text-text-2">
        Baton has no event with this id. Check the id; if it is right, later events are kept out.
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
