"use client";

import { TableSkeleton } from "@baton/ui/layout/loading";
import { PageHead } from "@baton/ui/layout/page-head";
import { Anchor } from "@baton/ui/primitives/anchor";
import { useQuery } from "@tanstack/react-query";
import { useRolloutChange } from "@/features/artifacts/rollout/use-rollout-change";
import { AgentsPanel } from "@/features/settings/limits/agents-panel";
import { LimitsPanel } from "@/features/settings/limits/limits-panel";
import { addressOf } from "@/frame/pages";
import { QueryError } from "@/frame/query-error";
import { usePermission } from "@/frame/use-permission";
import { useTRPC } from "@/trpc/client";

/** Edits the limits of manifests and the known agents, which every client of the workspace obeys. */
export function LimitSettings({ workspace }: { workspace: string }) {
  const query = useQuery(useTRPC().rollout.settings.queryOptions({ workspace }));
  const mayChange = usePermission(workspace, "rollout.changeLimits");
  const changes = useRolloutChange(workspace, query.data?.changeId ?? null);
  return (
    <>
      <PageHead
        title="Limits and agents"
        subtitle={
          <>
            The gate, ingest and connected orchestrators use them at once.{" "}
            <Anchor href={addressOf(workspace, "manifests", "rollout")}>Rollout</Anchor> has the phase of each
            agent and its approvals.
          </>
        }
      />
      {query.isError && !query.data && (
        <QueryError title="The limits and agents could not be loaded" query={query} />
      )}
      {query.isPending && <TableSkeleton rows={10} />}
      {query.data && (
        <div className="flex max-w-[1080px] flex-col gap-4">
          <LimitsPanel settings={query.data} onChange={mayChange ? changes.changeLimits : null} />
          <AgentsPanel agents={query.data.agents} onChange={mayChange ? changes.changeAgent : null} />
        </div>
      )}
    </>
  );
}
