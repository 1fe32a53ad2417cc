"use client";

import { EmptyState } from "@baton/ui/layout/empty-state";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Field } from "@baton/ui/primitives/field";
import { Select } from "@baton/ui/primitives/select";
import { Skeleton } from "@baton/ui/primitives/skeleton";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { QueryError } from "@/frame/query-error";
import { useTimeZone } from "@/frame/time-zone";
import type { RouterInputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";
import { type PolicyEditor, useDraft } from "../editor/use-policy-editor";
import { draftName, liveName } from "../editor/version-name";
import { DiffInMeaning, PolicyDiffView } from "./policy-diff-view";

type Reference = RouterInputs["policies"]["publications"]["diff"]["before"];

/** What is compared where the address names nothing: the draft with what is live. */
export const LIVE = "live";
export const DRAFT = "draft";

export type ChangesViewProps = {
  editor: PolicyEditor;
  range: string;
  /** `live`, `draft`, or the number of a version. */
  before: string;
  after: string;
  onChange: (compared: { before?: string; after?: string }) => void;
};

/** The difference between any two versions, or of the draft to what is live, in meaning. */
export function ChangesView({ editor, range, before, after, onChange }: ChangesViewProps) {
  const { workspace, store, live } = editor;
  const trpc = useTRPC();
  const tz = useTimeZone();
  const { policy } = useDraft(store);
  const { data: versions = [] } = useQuery(trpc.policies.publications.list.queryOptions({ workspace }));
  const { data: traffic } = useQuery(trpc.policies.seen.pairs.queryOptions({ workspace, range, tz }));
  const pairs = useMemo(() => traffic?.map(({ from, to }) => ({ from, to })), [traffic]);
  const options = [
    { value: DRAFT, label: `the draft (${draftName(live)})` },
    { value: LIVE, label: `what is live (${liveName(live)})` },
    ...versions.map(({ number }) => ({ value: `${number}`, label: `v${number}` })),
  ];
  const isUnsaved = before === LIVE && after === DRAFT;
  return (
    <Panel aria-label="Changes">
      <PanelHead title="What changes, in meaning" note="not as text" hasLine />
      <PanelBody className="flex flex-col gap-4 pt-3.5">
        <div className="grid max-w-2xl grid-cols-2 gap-3 max-sm:grid-cols-1">
          <Field label="From">
            <Select options={options} value={before} onValueChange={(value) => onChange({ before: value })} />
          </Field>
          <Field label="To">
            <Select options={options} value={after} onValueChange={(value) => onChange({ after: value })} />
          </Field>
        </div>
        {!isUnsaved ? (
          <StoredDiff
            workspace={workspace}
            before={toReference(before, editor)}
            after={toReference(after, editor)}
          />
        ) : live?.policy ? (
          <PolicyDiffView before={live.policy} after={policy} {...(pairs && pairs.length > 0 && { pairs })} />
        ) : (
          <EmptyState title="Nothing is live yet">
            There is nothing that the draft could be compared with.
          </EmptyState>
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
  if (query.isError) return <QueryError title="The two could not be compared" query={query} />;
  return query.data ? (
    <DiffInMeaning diff={query.data.diff} leftOut={query.data.leftOut} />
  ) : (
    <Skeleton className="h-16" />
  );
}

function toReference(name: string, { live }: PolicyEditor): Reference | null {
  if (name === DRAFT) return { kind: "draft" };
  if (name !== LIVE) return { kind: "number", number: Number(name) };
  if (!live) return null;
  return live.number === null
    ? { kind: "version", version: live.policyVersion }
    : { kind: "number", number: live.number };
}
