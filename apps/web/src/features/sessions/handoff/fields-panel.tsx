"use client";

import { type Column, DataTable } from "@baton/ui/data-table/data-table";
import { formatCount, formatCountOf } from "@baton/ui/format/number";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { Panel, PanelFoot, PanelHead } from "@baton/ui/layout/panel";
import { Name } from "@baton/ui/primitives/name";
import { SegmentedControl } from "@baton/ui/primitives/segmented-control";
import { ShareBar } from "@baton/ui/primitives/share-bar";
import { TextLink } from "@baton/ui/primitives/text-link";
import dynamic from "next/dynamic";
import { type ReactNode, useState } from "react";
import { isOutputOf } from "@/features/policies/rule/observed-fields";
import { fieldAddress } from "@/features/sessions/lineage/addresses";
import { LeakBadge } from "@/features/sessions/lineage/leak-badge";
import type { RouterOutputs } from "@/server/root";
import type { HandoffLeaks } from "./leak-panel";
import { MarkedText } from "./marked-text";
import { isObserved } from "./observed";
import { OutcomeBadge } from "./outcomes";
import { type OutlineRow, toLeafRows, toOutlineRows } from "./outline-rows";
import { RemovedPanel } from "./removed-panel";

const DecideFieldButton = dynamic(async () => (await import("./decide-field-button")).DecideFieldButton, {
  ssr: false,
});

type Found = RouterOutputs["handoffs"]["get"];

const VIEWS = ["all", "passed", "removed", "changed", "leaves"] as const;
type View = (typeof VIEWS)[number];

/** Reason for missing fields, by the source of the handoff. */
const UNRECORDED = {
  context: "The event has no outline with the fields and their sizes. @baton/core records one.",
  manifest: "The event names the manifests, not the parts of the context that they replace.",
  task: "The event has the task. A task has no fields of a context.",
  delegation: "Transcripts record the size of the caller’s context, not which parts were passed on.",
  return: "Transcripts record the size of the response, not which parts were used.",
  message: "Transcripts record the size of the message, not which parts were used.",
  transfer: "The log names both agents but not the context that passed between them.",
  succession: "The document’s size is recorded, not which parts of the context it has.",
  retrieval: "The event has no outline with the fields of the memories.",
  span: "The log names both agents but not the context that passed between them.",
} as const satisfies Record<Found["handoff"]["kind"], string>;

/** Labels of the views; in observe mode they name the potential outcome. */
const LABELS = {
  enforced: { all: "All", passed: "Passed", removed: "Removed", changed: "Changed", leaves: "Leaves" },
  observed: {
    all: "All",
    passed: "Would pass",
    removed: "Would be removed",
    changed: "Would be changed",
    leaves: "Leaves",
  },
} as const satisfies Record<string, Record<View, string>>;

const isRemoved = (row: OutlineRow) => row.after === 0 && row.outcome !== "passed";
const isChanged = (row: OutlineRow) => row.after !== row.before && !isRemoved(row);

/** Shows every field of the original context with its outcome and its size in tokens. */
export function FieldsPanel({
  handoff,
  outline,
  removed,
  match,
  leaks,
  address,
}: Pick<Found, "handoff" | "outline" | "removed" | "match"> & {
  leaks: HandoffLeaks | undefined;
  address: { workspace: string; session: string };
}) {
  const [view, setView] = useState<View>("all");
  const wasObserved = isObserved(handoff);
  if (!outline && removed) return <RemovedPanel removed={removed} wasObserved={wasObserved} />;
  if (!outline) {
    return (
      <Panel aria-label="Fields">
        <PanelHead title="Fields" />
        <EmptyState title="Not known: this source does not record fields">
          {UNRECORDED[handoff.kind]}
        </EmptyState>
      </Panel>
    );
  }
  const leaking = new Set(leaks?.first.flatMap(({ places }) => places.map(({ path }) => path)));
  const gathered = toOutlineRows(outline.entries, handoff.fromAgent, leaking);

  const rows = {
    all: gathered,
    passed: gathered.filter((row) => !isRemoved(row) && !isChanged(row)),
    removed: gathered.filter(isRemoved),
    changed: gathered.filter(isChanged),
    leaves: toLeafRows(outline.entries),
  };
  const seen = outline.entries.map(({ path }) => path);
  const { fromAgent: from, toAgent: to } = handoff;
  // Rules select fields from the sender's own output.
  const buttonOf = (row: OutlineRow) =>
    row.leafCount === 1 && isOutputOf(row.path, from) ? (
      <DecideFieldButton
        workspace={address.workspace}
        {...{ from, to, seen }}
        path={row.path}
        hasPassed={row.outcome === "passed"}
      />
    ) : null;
  const labels = LABELS[wasObserved ? "observed" : "enforced"];
  return (
    <Panel aria-label="Fields">
      <PanelHead
        title="Fields"
        note={wasObserved ? "effect of the rules; everything passed (observe mode)" : "outcome and tokens"}
        actions={
          <SegmentedControl
            label="Fields shown"
            options={VIEWS.filter((value) => rows[value].length > 0).map((value) => ({
              value,
              label: `${labels[value]} ${rows[value].length}`,
            }))}
            value={view}
            onValueChange={setView}
          />
        }
      />
      <DataTable
        caption="Fields of the context before this handoff"
        columns={listColumns(rows[view], {
          buttonOf,
          address,
          wasObserved,
          leaking,
          reasons: match?.reasons ?? new Map(),
        })}
        rows={rows[view]}
        keyOf={(row) => row.key}
        isAlarming={(row) => leaking.has(row.path)}
        isCompact
        maxHeight={640}
      />
      <PanelFoot>
        {outline.isTruncated
          ? "The outline is limited to 2,000 fields. Further fields are not listed."
          : "Fields are counted separately, so the sum can differ from the total."}
      </PanelFoot>
    </Panel>
  );
}

/** Names the clause of the policy that decided. */
function Reason({ text }: { text: string | undefined }) {
  if (!text) return null;
  return (
    <span className="block text-text-3 text-xs leading-4">
      <MarkedText text={text} />
    </span>
  );
}

function listColumns(
  rows: readonly OutlineRow[],
  {
    buttonOf,
    address,
    wasObserved,
    leaking,
    reasons,
  }: {
    buttonOf: (row: OutlineRow) => ReactNode;
    address: { workspace: string; session: string };
    wasObserved: boolean;
    leaking: ReadonlySet<string>;
    reasons: ReadonlyMap<string, string>;
  },
): Column<OutlineRow>[] {
  const outcomeOf = (row: OutlineRow) => (
    <>
      {leaking.has(row.path) ? <LeakBadge /> : <OutcomeBadge outcome={row.outcome} />}
      <Reason text={reasons.get(row.reasonOf)} />
    </>
  );
  const largest = Math.max(1, ...rows.map((row) => row.before));
  const total = (size: (row: OutlineRow) => number) =>
    formatCount(rows.reduce((sum, row) => sum + size(row), 0));
  return [
    {
      id: "field",
      header: "Field",
      cell: (row) => (
        <>
          {row.leafCount === 1 ? (
            <TextLink href={fieldAddress(address, row.path)}>
              <Name isCode isWhole>
                {row.path}
              </Name>
            </TextLink>
          ) : (
            <Name isCode isWhole>
              {row.path}
            </Name>
          )}
          {row.leafCount > 1 && (
            <span className="text-sm text-text-3">
              {" "}
              {`${row.isWhole ? "all " : ""}${formatCountOf(row.leafCount, "field")}`}
            </span>
          )}
          <span className="mt-1 block sm:hidden">{outcomeOf(row)}</span>
        </>
      ),
      sum: "Sum",
    },
    {
      id: "outcome",
      header: wasObserved ? "If enforced" : "Outcome",
      isSecondary: true,
      cell: outcomeOf,
    },
    {
      id: "before",
      header: "Before",
      isNumeric: true,
      sortBy: (row) => row.before,
      cell: (row) => formatCount(row.before),
      sum: total((row) => row.before),
    },
    {
      id: "after",
      header: wasObserved ? "Would pass" : "After",
      isNumeric: true,
      sortBy: (row) => row.after,
      cell: (row) => <span className="font-semibold">{formatCount(row.after)}</span>,
      sum: total((row) => row.after),
    },
    {
      id: "size",
      header: "Tokens",
      isSecondary: true,
      className: "w-24",
      cell: (row) => (
        <ShareBar
          hasTrack={false}
          parts={[
            { share: row.before / largest, colour: "line-2" },
            { share: row.after / largest, colour: "c1" },
          ]}
        />
      ),
    },
    { id: "decide", header: <span className="sr-only">Change</span>, cell: buttonOf },
  ];
}
