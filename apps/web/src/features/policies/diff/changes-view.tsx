"use client";

import { formatDate } from "@baton/ui/format/time";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { TableSkeleton } from "@baton/ui/layout/loading";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Field } from "@baton/ui/primitives/field";
import { Select } from "@baton/ui/primitives/select";
import { Skeleton } from "@baton/ui/primitives/skeleton";
import { useQuery } from "@tanstack/react-query";
import { QueryError } from "@/frame/query-error";
import { useTimeZone } from "@/frame/time-zone";
import type { RouterInputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";
import { type PolicyEditor, useDraftAtRest } from "../editor/use-policy-editor";
import { draftName, liveName } from "../editor/version-name";
import { useTrafficPairs } from "../use-traffic-pairs";
import { type Compared, chooseCompared, DRAFT, LIVE } from "./compared";
import { DiffInMeaning, PolicyDiffView } from "./policy-diff-view";

type Reference = RouterInputs["policies"]["publications"]["diff"]["before"];

type ChangesViewProps = {
  editor: PolicyEditor;
  range: string;
  /** `live`, `draft`, the number of a version, or the hash of a reported policy; null if the URL names none. */
  before: string | null;
  after: string | null;
  onChange: (compared: Partial<Compared>) => void;
};

/** Shows the difference between any two policies: published versions, reported policies, the live one, the draft. */
export function ChangesView({ editor, range, before, after, onChange }: ChangesViewProps) {
  const { workspace, store, live } = editor;
  const trpc = useTRPC();
  const tz = useTimeZone();
  const { policy, mark, saving } = useDraftAtRest(store);
  const hasDraft = mark !== null || saving.status !== "saved";
  const published = useQuery(trpc.policies.publications.list.queryOptions({ workspace }));
  const versions = published.data?.map(({ number }) => number) ?? [];
  const seen = useQuery(trpc.policies.versions.queryOptions({ workspace }));
  const reported = (seen.data?.first ?? []).filter(
    ({ origin, policyVersion }) => origin === "announced" && policyVersion !== live?.policyVersion,
  );
  const pairs = useTrafficPairs(workspace, range);
  const options = [
    ...(hasDraft ? [{ value: DRAFT, label: `the draft (${draftName(live)})` }] : []),
    { value: LIVE, label: `live policy (${liveName(live)})` },
    ...versions.map((number) => ({ value: `${number}`, label: `v${number}` })),
    ...reported.map(({ policyVersion, lastSeenAt }) => ({
      value: policyVersion,
      label: `reported ${policyVersion.slice(0, 12)}, last on ${formatDate(lastSeenAt, tz)}`,
    })),
  ];
  const compared = chooseCompared(
    { before, after },
    { hasDraft, versions, reported: reported.map(({ policyVersion }) => policyVersion) },
  );
  const isUnsaved = compared?.before === LIVE && compared.after === DRAFT;
  if (!compared) {
    return (
      <Panel aria-label="Changes" className="pb-4">
        <PanelHead title="Effect of this change" note="not as text" />
        {published.isPending || seen.isPending ? (
          <TableSkeleton rows={3} />
        ) : published.isError ? (
          <QueryError title="The versions could not be loaded" query={published} />
        ) : (
          <EmptyState title="No changes yet">
            No draft and no earlier version. Change a rule to see its effect here.
          </EmptyState>
        )}
      </Panel>
    );
  }
  return (
    <Panel aria-label="Changes">
      <PanelHead title="Effect of this change" note="not as text" hasLine />
      <PanelBody className="flex flex-col gap-4 pt-3.5">
        <div className="grid max-w-[672px] grid-cols-2 gap-3 max-sm:grid-cols-1">
          <Field label="From">
            <Select
              options={options}
              value={compared.before}
              onValueChange={(value) => onChange({ before: value })}
            />
          </Field>
          <Field label="To">
            <Select
              options={options}
              value={compared.after}
              onValueChange={(value) => onChange({ after: value })}
            />
          </Field>
        </div>
        {!isUnsaved ? (
          <StoredDiff
            workspace={workspace}
            before={toReference(compared.before, editor)}
            after={toReference(compared.after, editor)}
          />
        ) : live?.policy ? (
          <PolicyDiffView before={live.policy} after={policy} pairs={pairs} />
        ) : (
          <EmptyState title="No live policy yet">Publish a version to compare the draft with it.</EmptyState>
        )}
      </PanelBody>
    </Panel>
  );
}

function StoredDiff({
  workspace,
  before,
  after,
}: {
  workspace: string;
  before: Reference | null;
  after: Reference | null;
}) {
  const trpc = useTRPC();
  const query = useQuery({
    ...trpc.policies.publications.diff.queryOptions({
      workspace,
      before: before ?? { kind: "draft" },
      after: after ?? { kind: "draft" },
    }),
    enabled: before !== null && after !== null,
  });
  if (query.isError) return <QueryError title="The versions could not be compared" query={query} />;
  return query.data ? (
    <DiffInMeaning
      diff={query.data.diff}
      pairsOf={query.data.hasTraffic ? "handoffs so far" : "a rule"}
      leftOut={query.data.leftOut}
    />
  ) : (
    <Skeleton className="h-16" />
  );
}

function toReference(name: string, { live }: PolicyEditor): Reference | null {
  if (name === DRAFT) return { kind: "draft" };
  if (name !== LIVE) {
    return /^\d{1,9}$/.test(name)
      ? { kind: "number", number: Number(name) }
      : { kind: "version", version: name };
  }
  if (!live) return null;
  return live.number === null
    ? { kind: "version", version: live.policyVersion }
    : { kind: "number", number: live.number };
}
