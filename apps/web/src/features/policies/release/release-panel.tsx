"use client";

import type { ReleaseStage } from "@baton/core/policy";
import { formatDateTime } from "@baton/ui/format/time";
import { Finding } from "@baton/ui/layout/finding";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Button } from "@baton/ui/primitives/button";
import { TextLink } from "@baton/ui/primitives/text-link";
import { useToast } from "@baton/ui/primitives/toast";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { addressOf } from "@/frame/pages";
import { QueryError } from "@/frame/query-error";
import { useTimeZone } from "@/frame/time-zone";
import { useTRPC } from "@/trpc/client";
import type { PolicyEditor } from "../editor/use-policy-editor";
import { useRefetchPolicies } from "../publish/use-publishing";
import { EffectsTable, type Release } from "./effects-table";
import { nextStage, STAGES, stageMeaning, stageName } from "./stage-words";
import { WorkflowsForm } from "./workflows-form";

const REFETCH_MILLISECONDS = 15_000;

export type ReleasePanelProps = { workspace: string; editor: PolicyEditor | null };

/** Compares the version that is released in steps with the live one, and offers the next step and the way back. */
export function ReleasePanel({ workspace, editor }: ReleasePanelProps) {
  const query = useQuery(
    useTRPC().policies.releases.get.queryOptions({ workspace }, { refetchInterval: REFETCH_MILLISECONDS }),
  );
  const timeZone = useTimeZone();
  if (query.isError && !query.data) {
    return <QueryError title="The release could not be loaded" query={query} />;
  }
  const release = query.data;
  if (!release) return null;
  const { live, stage, startedAt, startedBy, stageSince, note } = release;
  const name = `v${live.number + 1}`;
  return (
    <Panel aria-label="Release in steps">
      <PanelHead
        title={`Release of ${name} in steps`}
        note={`${stageName(stage)} since ${formatDateTime(stageSince, timeZone)}. ${startedBy} started it ${formatDateTime(startedAt, timeZone)}.`}
        hasLine
      />
      <PanelBody className="flex flex-col gap-3.5 pt-3.5">
        <p className="text-text-2">
          {stageMeaning(stage)}{" "}
          <TextLink href={`${addressOf(workspace, "policies")}?version=${release.policyVersion}`}>
            Show {name}
          </TextLink>
        </p>
        {note !== "" && <p className="whitespace-pre-line [overflow-wrap:anywhere]">{note}</p>}
        {editor?.may.publish && <Steps workspace={workspace} release={release} name={name} />}
      </PanelBody>
      <EffectsTable release={release} name={name} />
    </Panel>
  );
}

function Steps({ workspace, release, name }: { workspace: string; release: Release; name: string }) {
  const { releaseId, stage, live } = release;
  const trpc = useTRPC();
  const showToast = useToast();
  const refetch = useRefetchPolicies(workspace);
  const change = useMutation(trpc.policies.releases.change.mutationOptions({ onSuccess: refetch }));
  const finish = useMutation(
    trpc.policies.releases.finish.mutationOptions({
      onSuccess: async ({ number }) => {
        await refetch();
        showToast({ tone: "ok", title: `v${number} is live`, description: `It replaces v${live.number}.` });
      },
    }),
  );
  const stop = useMutation(
    trpc.policies.releases.stop.mutationOptions({
      onSuccess: async () => {
        await refetch();
        const description = `v${live.number} decides every handoff again.`;
        showToast({ tone: "ok", title: "Release stopped", description });
      },
    }),
  );
  const mark = { workspace, releaseId };
  const isPending = change.isPending || finish.isPending || stop.isPending;
  const moveTo = (next: ReleaseStage) => change.mutate({ ...mark, stage: next });
  const next = nextStage(stage);
  const others = STAGES.filter(
    (one) => stageName(one) !== stageName(stage) && (!next || stageName(one) !== stageName(next)),
  );
  const error = change.error ?? finish.error ?? stop.error;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        {next && (
          <Button variant="primary" disabled={isPending} onClick={() => moveTo(next)}>
            Release to {stageName(next)}
          </Button>
        )}
        {others.map((one) => (
          <Button key={stageName(one)} disabled={isPending} onClick={() => moveTo(one)}>
            {stageName(one)}
          </Button>
        ))}
        <Button
          variant={next ? "default" : "primary"}
          disabled={isPending}
          onClick={() => finish.mutate(mark)}
        >
          Publish {name} for every session
        </Button>
        <Button variant="danger" disabled={isPending} onClick={() => stop.mutate(mark)}>
          <Undo2 className="size-3.5" aria-hidden />
          Stop and return to v{live.number}
        </Button>
      </div>
      <WorkflowsForm stage={stage} isPending={isPending} onChoose={moveTo} />
      {error && (
        <Finding tone="danger" title="Nothing was changed" role="alert">
          {error.message}
        </Finding>
      )}
    </>
  );
}
