"use client";

import { type Column, DataTable } from "@baton/ui/data-table/data-table";
import { formatDateTime } from "@baton/ui/format/time";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { Panel, PanelHead } from "@baton/ui/layout/panel";
import { Badge } from "@baton/ui/primitives/badge";
import { useQuery } from "@tanstack/react-query";
import { Check, Clock } from "lucide-react";
import dynamic from "next/dynamic";
import { addressOf } from "@/frame/pages";
import { QueryError } from "@/frame/query-error";
import { useTimeZone } from "@/frame/time-zone";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";
import { type PolicyEditor, usePolicyEditor } from "../editor/use-policy-editor";
import { SwitchBadge } from "../switch-badge";
import { VersionsPanel } from "../versions-panel";
import { ClientsPanel } from "./clients-panel";
import { RollBackButton } from "./roll-back-button";

const ReleasePanel = dynamic(async () => (await import("../release/release-panel")).ReleasePanel);

export type PublishedVersion = RouterOutputs["policies"]["publications"]["list"][number];

const GROUND_WORDS = {
  approved: "approved",
  own_approval: "self-approved",
  stricter_only: "stricter only (verified)",
  rollback: "owner decision",
  imported: "imported from the command line",
} as const;

/** Describes the grounds for publishing a version: "rollback to v3, self-approved". */
export function describeGround({ ground, restores }: Pick<PublishedVersion, "ground" | "restores">): string {
  const words = GROUND_WORDS[ground];
  return restores === null ? words : `rollback to v${restores}, ${words}`;
}

/** Returns true if another owner still has to approve a version that went live before its review. */
export function awaitsReview({
  ground,
  isReviewed,
}: Pick<PublishedVersion, "ground" | "isReviewed">): boolean {
  return (ground === "stricter_only" || ground === "rollback") && !isReviewed;
}

/** Lists every published version, and every policy that orchestrators reported. */
export function VersionsView({ workspace }: { workspace: string }) {
  const editor = usePolicyEditor();
  const trpc = useTRPC();
  const timeZone = useTimeZone();
  const published = useQuery(trpc.policies.publications.list.queryOptions({ workspace }));
  const seen = useQuery(trpc.policies.versions.queryOptions({ workspace }));
  return (
    <>
      <ReleasePanel workspace={workspace} editor={editor} />
      <Panel aria-label="Published versions">
        <PanelHead title="Published versions" note="published versions never change" />
        <DataTable
          caption="Published versions of the policy, live one first"
          columns={listColumns(timeZone, editor)}
          rows={published.data ?? []}
          keyOf={({ number }) => number}
          hrefOf={({ number }) => addressOf(workspace, "policies", "versions", `${number}`)}
          isLoading={published.isPending}
          error={
            published.isError && !published.data ? (
              <QueryError title="The versions could not be loaded" query={published} />
            ) : undefined
          }
          empty={
            <EmptyState title="No published versions yet">
              Until you publish, the last reported policy counts as live.
            </EmptyState>
          }
        />
      </Panel>
      <ClientsPanel workspace={workspace} />
      {seen.isError && !seen.data ? (
        <QueryError title="The reported policies could not be loaded" query={seen} />
      ) : (
        <VersionsPanel
          versions={seen.data ?? { first: [], count: 0 }}
          timeZone={timeZone}
          hrefOf={({ policyVersion }) => `${addressOf(workspace, "policies")}?version=${policyVersion}`}
        />
      )}
    </>
  );
}

function listColumns(timeZone: string, editor: PolicyEditor | null): Column<PublishedVersion>[] {
  return [
    { id: "number", header: "Version", cell: ({ number }) => `v${number}` },
    {
      id: "state",
      header: "State",
      cell: ({ supersededAt }) =>
        supersededAt === null ? (
          <Badge tone="ok" icon={<Check aria-hidden />}>
            live
          </Badge>
        ) : (
          <Badge tone="muted">superseded</Badge>
        ),
    },
    {
      id: "switch",
      header: "Handoff control",
      isSecondary: true,
      cell: ({ setting }) => <SwitchBadge setting={setting} />,
    },
    {
      id: "ground",
      header: "Published",
      isSecondary: true,
      cell: (version) => (
        <span className="flex flex-wrap items-center gap-1.5">
          {describeGround(version)}
          {awaitsReview(version) && (
            <Badge tone="warn" icon={<Clock aria-hidden />}>
              review pending
            </Badge>
          )}
        </span>
      ),
    },
    { id: "by", header: "Published by", cell: ({ publishedBy }) => publishedBy.name },
    {
      id: "note",
      header: "Note",
      isSecondary: true,
      className: "max-w-[36ch]",
      cell: ({ note }) => <span className="line-clamp-2 text-text-2">{note}</span>,
    },
    {
      id: "at",
      header: "Since",
      isNumeric: true,
      isSecondary: true,
      cell: ({ since, publishedAt }) => (
        <>
          {formatDateTime(since, timeZone)}
          {since < publishedAt && (
            <span className="block text-sm text-text-3">
              published {formatDateTime(publishedAt, timeZone)}
            </span>
          )}
        </>
      ),
    },
    {
      id: "actions",
      header: <span className="sr-only">Change</span>,
      isNumeric: true,
      isSecondary: true,
      cell: (version) => editor && <RollBackButton editor={editor} to={version} size="sm" />,
    },
  ];
}
