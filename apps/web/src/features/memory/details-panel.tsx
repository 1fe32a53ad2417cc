"use client";

import { formatDateTime } from "@baton/ui/format/time";
import { KeyValues } from "@baton/ui/layout/key-values";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Button } from "@baton/ui/primitives/button";
import { Field } from "@baton/ui/primitives/field";
import { Input } from "@baton/ui/primitives/input";
import { TextLink } from "@baton/ui/primitives/text-link";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { ActionDialog } from "@/frame/action-dialog";
import { addressOf } from "@/frame/pages";
import { useTimeZone } from "@/frame/time-zone";
import { usePermission } from "@/frame/use-permission";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";

type Memory = RouterOutputs["memory"]["get"]["memory"];
type PanelProps = { workspace: string; memory: Memory };

/** Shows source, tags and expiry of a memory. Tags and expiry can be changed, and the memory erased. */
export function DetailsPanel({ workspace, memory }: PanelProps) {
  const timeZone = useTimeZone();
  const mayChange = usePermission(workspace, "memory.change");
  const mayErase = usePermission(workspace, "memory.erase");
  const { source, line, tags, createdAt, expiresAt, sessionId } = memory;
  return (
    <Panel aria-label="Details">
      <PanelHead title="Details" />
      <PanelBody className="flex flex-col gap-4">
        <KeyValues
          labelWidth={92}
          items={[
            { label: "Source", value: <code>{line === null ? source : `${source}:${line}`}</code> },
            { label: "Tags", value: tags.length === 0 ? "none" : tags.join(", ") },
            { label: "Written", value: formatDateTime(createdAt, timeZone) },
            { label: "Expires", value: expiresAt === null ? "never" : formatDateTime(expiresAt, timeZone) },
            ...(sessionId === null
              ? []
              : [
                  {
                    label: "Session",
                    value: (
                      <TextLink href={addressOf(workspace, "sessions", sessionId)}>{sessionId}</TextLink>
                    ),
                  },
                ]),
          ]}
        />
        <div className="flex flex-wrap gap-2 empty:hidden">
          {mayChange && <ChangeDialog workspace={workspace} memory={memory} />}
          {mayErase && <EraseDialog workspace={workspace} memory={memory} />}
        </div>
      </PanelBody>
    </Panel>
  );
}

function ChangeDialog({ workspace, memory }: PanelProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [tags, setTags] = useState("");
  const [day, setDay] = useState("");
  const change = useMutation(
    trpc.memory.change.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(trpc.memory.pathFilter()),
    }),
  );
  const toTags = () => {
    const typed = [...new Set(tags.split(",").map((tag) => tag.trim()))].filter((tag) => tag !== "");
    return typed.join() === memory.sourceTags.join() ? null : typed;
  };
  return (
    <ActionDialog
      trigger={<Button>Change tags and expiry</Button>}
      title="Change tags and expiry?"
      description="Baton keeps the change, and never edits the source."
      verb="Save"
      onOpen={() => {
        setTags(memory.tags.join(", "));
        setDay(memory.changedExpiresAt?.toISOString().slice(0, 10) ?? "");
      }}
      onConfirm={() =>
        change.mutateAsync({
          workspace,
          memory: memory.memoryKey,
          tags: toTags(),
          expiresAt: day === "" ? null : new Date(`${day}T00:00:00Z`),
        })
      }
    >
      <div className="flex flex-col gap-3">
        <Field label="Tags, separated by commas">
          <Input value={tags} onChange={(event) => setTags(event.target.value)} />
        </Field>
        <Field label="Expires on (UTC); empty: as in the source">
          <Input type="date" value={day} onChange={(event) => setDay(event.target.value)} />
        </Field>
      </div>
    </ActionDialog>
  );
}

function EraseDialog({ workspace, memory }: PanelProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  const erase = useMutation(trpc.memory.erase.mutationOptions());
  return (
    <ActionDialog
      trigger={<Button variant="danger">Erase</Button>}
      title="Erase this memory?"
      description="It is deleted from Baton with the text of its line, and not stored again. Its file is not edited. The audit log records the erasure."
      verb="Erase memory"
      isDangerous
      onConfirm={async () => {
        await erase.mutateAsync({ workspace, memory: memory.memoryKey });
        router.push(addressOf(workspace, "memory"));
        await queryClient.invalidateQueries({ ...trpc.memory.list.pathFilter(), refetchType: "all" });
      }}
    />
  );
}
