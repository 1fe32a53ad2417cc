"use client";

import type { Column } from "@baton/ui/data-table/data-table";
import { formatCompact } from "@baton/ui/format/number";
import { formatDate } from "@baton/ui/format/time";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { Input } from "@baton/ui/primitives/input";
import { SegmentedControl } from "@baton/ui/primitives/segmented-control";
import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { NoRuleBadge } from "@/features/sessions/handoff/handoff-badges";
import { OutcomeBadge } from "@/features/sessions/handoff/outcomes";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";
import { ListPanel } from "./list-panel";
import { numberColumn } from "./number-column";
import { PairLinks, SubjectLink } from "./subject-link";
import type { TrafficProps } from "./traffic-view";

const BlockFieldButton = dynamic(
  async () => (await import("@/features/sessions/handoff/block-field-button")).BlockFieldButton,
  { ssr: false },
);

type FieldFlow = RouterOutputs["traffic"]["fields"]["first"][number];

const SHOWN = [
  { value: "all", label: "All" },
  { value: "passed", label: "Passed" },
  { value: "removed", label: "Removed" },
] as const;
type Shown = (typeof SHOWN)[number]["value"];

/** Lists fields with their pairs, rules and outcomes. */
export function FieldFlowsPanel({ workspace, view, title }: TrafficProps & { title: string }) {
  const [shown, setShown] = useState<Shown>("all");
  const [find, setFind] = useState("");
  const letters = find.trim().toLowerCase();
  const query = useQuery(
    useTRPC().traffic.fields.queryOptions({ workspace, ...view }, { placeholderData: (last) => last }),
  );
  const isOfPair = view.from !== undefined && view.to !== undefined;
  return (
    <ListPanel
      title={title}
      noun="row"
      note="days in UTC"
      actions={
        <>
          <Input
            type="search"
            aria-label={`Find in: ${title}`}
            placeholder="Field, agent or rule"
            className="w-48 max-sm:w-full"
            leading={<Search aria-hidden />}
            value={find}
            onChange={(event) => setFind(event.target.value)}
          />
          <SegmentedControl label="Outcome" options={SHOWN} value={shown} onValueChange={setShown} />
        </>
      }
      query={query}
      columns={listColumns(workspace).filter(
        ({ id }) => !(id === "pair" && isOfPair) && !(id === "rule" && view.rule !== undefined),
      )}
      keyOf={({ path, fromAgent, toAgent, ruleId, outcome }) =>
        JSON.stringify([path, fromAgent, toAgent, ruleId, outcome])
      }
      filter={({ outcome, path, fromAgent, toAgent, ruleId }) =>
        (shown === "all" || (shown === "passed") === (outcome === "passed")) &&
        (letters === "" ||
          [path, fromAgent, toAgent, ruleId].some((text) => text.toLowerCase().includes(letters)))
      }
      empty={
        <EmptyState
          title={
            shown === "all" && letters === ""
              ? "No fields recorded in this period"
              : "No fields match these filters"
          }
        >
          {shown === "all" && letters === ""
            ? "Context handoffs record their fields. Transcripts and traces do not."
            : "Choose All, enter fewer letters, or choose a longer period."}
        </EmptyState>
      }
    />
  );
}

const listColumns = (workspace: string): readonly Column<FieldFlow>[] => [
  {
    id: "field",
    header: "Field",
    takesRest: true,
    cell: ({ path }) => (
      <div className="truncate">
        <SubjectLink kind="fields" name={path} />
      </div>
    ),
    sortBy: ({ path }) => path,
  },
  {
    id: "pair",
    header: "Pair",
    cell: ({ fromAgent, toAgent }) => <PairLinks from={fromAgent} to={toAgent} />,
    sortBy: ({ fromAgent, toAgent }) => `${fromAgent} ${toAgent}`,
  },
  {
    id: "outcome",
    header: "Outcome",
    cell: ({ outcome, fromAgent, toAgent, path }) => (
      <span className="flex items-center gap-1">
        <OutcomeBadge outcome={outcome} />
        {outcome === "passed" && (
          <BlockFieldButton
            workspace={workspace}
            flow={{ fromAgent, toAgent, field: lastNameOf(path) }}
            look="sign"
          />
        )}
      </span>
    ),
    sortBy: ({ outcome }) => outcome,
  },
  {
    id: "rule",
    header: "Rule",
    cell: ({ ruleId }) =>
      ruleId === "" ? (
        <NoRuleBadge />
      ) : (
        <div className="max-w-[20ch] truncate" title={ruleId}>
          <SubjectLink kind="rules" name={ruleId} />
        </div>
      ),
    sortBy: ({ ruleId }) => ruleId,
  },
  numberColumn("handoffs", "Handoffs", ({ handoffCount }) => handoffCount),
  numberColumn("after", "Passed", ({ afterTokens }) => afterTokens, {
    format: formatCompact,
    isSecondary: true,
  }),
  {
    id: "last",
    header: "Last seen",
    isNumeric: true,
    isSecondary: true,
    cell: ({ lastSeenOn }) => formatDate(lastSeenOn, "UTC"),
    sortBy: ({ lastSeenOn }) => lastSeenOn.getTime(),
  },
];

/** Returns the last name of a path, without the marks of lists: `price` of `audit.parts[].price`. */
function lastNameOf(path: string): string {
  const last = path.match(/(?:\\.|[^\\.])+$/s)?.[0] ?? path;
  return last.replaceAll("[]", "").replace(/\\(.)/gs, "$1");
}
