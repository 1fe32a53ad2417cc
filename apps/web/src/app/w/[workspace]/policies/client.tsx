"use client";

import { EmptyState } from "@baton/ui/layout/empty-state";
import { TableSkeleton } from "@baton/ui/layout/loading";
import { PageHead } from "@baton/ui/layout/page-head";
import { Panel, PanelHead } from "@baton/ui/layout/panel";
import { useQuery } from "@tanstack/react-query";
import { ListChecks } from "lucide-react";
import { useQueryStates } from "nuqs";
import { PeriodPicker } from "@/frame/period-picker";
import { QueryError } from "@/frame/query-error";
import { PolicyInFull } from "@/policies/policy-in-full";
import { SwitchBadge } from "@/policies/switch-badge";
import { useTRPC } from "@/trpc/client";
import { policiesParams } from "./search-params";

/** The rules as orchestrators announced them, and what each of them did. */
export function Policies({ workspace }: { workspace: string }) {
  const [{ version, range }, setParams] = useQueryStates(policiesParams, { history: "push" });
  const query = useQuery(
    useTRPC().policies.get.queryOptions({ workspace, version }, { placeholderData: (last) => last }),
  );
  const { data } = query;
  return (
    <>
      <PageHead
        title="Policies"
        badges={data && <SwitchBadge setting={data.setting} />}
        subtitle="What may pass from one agent to another. Read only."
        actions={<PeriodPicker range={range} onRangeChange={(chosen) => setParams({ range: chosen })} />}
      />
      {query.isError && data === undefined ? (
        <QueryError title="The policy could not be loaded" query={query} />
      ) : data === undefined ? (
        <Panel aria-label="Rules">
          <TableSkeleton rows={6} />
        </Panel>
      ) : data === null ? (
        <Panel aria-label="Rules" className="pb-4">
          <PanelHead title="Rules" />
          <EmptyState icon={<ListChecks aria-hidden />} title="No policy yet">
            An orchestrator that uses Baton announces its policy with the first handoff of a session.
          </EmptyState>
        </Panel>
      ) : (
        <PolicyInFull
          key={data.version}
          workspace={workspace}
          stored={data}
          range={range}
          onVersionChange={(chosen) => setParams({ version: chosen })}
        />
      )}
    </>
  );
}
