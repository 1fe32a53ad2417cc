"use client";

import { type Column, DataTable } from "@baton/ui/data-table/data-table";
import { formatCount, formatPercent } from "@baton/ui/format/number";
import { ErrorState } from "@baton/ui/layout/error-state";
import { Finding } from "@baton/ui/layout/finding";
import { TableSkeleton } from "@baton/ui/layout/loading";
import { Panel, PanelFoot, PanelHead } from "@baton/ui/layout/panel";
import { FromTo } from "@baton/ui/primitives/from-to";
import { Name } from "@baton/ui/primitives/name";
import { useDeferredValue, useMemo, useState } from "react";
import { toSentence } from "@/features/artifacts/finding/to-sentence";
import { OutcomeBadge } from "@/features/sessions/handoff/outcomes";
import { type DraftContent, storeContent } from "../draft/draft-content";
import { useWorkerTask } from "../worker/use-worker-task";
import { compareLeaves, type LeafRow, MAX_LEAVES } from "./compare-leaves";
import { NoneDiffers, type ShownFields, ShownFieldsControl } from "./shown-fields";

type ContentPreviewPanelProps = {
  content: DraftContent;
  from: string;
  to: string;
  /** JSON of a context. */
  text: string;
};

/** Shows a pasted context before and after, leaf by leaf. */
export function ContentPreviewPanel({ content, from, to, text }: ContentPreviewPanelProps) {
  const pasted = useDeferredValue(text);
  const task = useMemo(
    () => ({
      kind: "preview-content" as const,
      content: storeContent(content),
      from,
      to,
      context: pasted,
      now: Date.now(),
    }),
    [content, from, to, pasted],
  );
  const { result, error } = useWorkerTask<"preview-content">(task);
  const compared = useMemo(
    () => (result?.ok ? compareLeaves(parse(pasted), result.scoped, result.outline) : null),
    [result, pasted],
  );
  const [shown, setShown] = useState<ShownFields>("all");
  const differing = compared?.rows.filter(({ before, after }) => before !== after) ?? [];
  if (error !== null) return <ErrorState title="The preview could not be calculated">{error}</ErrorState>;
  if (result && !result.ok) {
    return (
      <Finding tone="warn" role="status" title={toSentence(result.finding.message)}>
        {result.finding.hint}
      </Finding>
    );
  }
  return (
    <Panel aria-label="Before and after">
      <PanelHead
        title={<FromTo from={from} to={to} />}
        note={
          result &&
          (result.ruleId === null ? "no rule: the default mode" : <Name isCode>{result.ruleId}</Name>)
        }
        actions={
          compared && (
            <ShownFieldsControl
              counts={{ all: compared.rows.length, differing: differing.length }}
              shown={shown}
              onShownChange={setShown}
            />
          )
        }
      />
      {result && compared ? (
        <>
          <DataTable
            caption="The context before and after"
            columns={COLUMNS}
            rows={shown === "all" ? compared.rows : differing}
            empty={
              compared.rows.length > 0 && (
                <NoneDiffers>With the draft, everything passes unchanged.</NoneDiffers>
              )
            }
            keyOf={({ path }) => path}
            isCompact
            maxHeight={640}
          />
          <PanelFoot>
            <span>
              <FromTo
                from={formatCount(result.beforeTokens)}
                to={`${formatCount(result.afterTokens)} tokens`}
              />
              {result.beforeTokens > 0 &&
                `, ${formatPercent(1 - result.afterTokens / result.beforeTokens)} removed`}
            </span>
            {compared.isCut && <span>The first {formatCount(MAX_LEAVES)} fields are shown.</span>}
          </PanelFoot>
        </>
      ) : (
        <TableSkeleton rows={8} />
      )}
    </Panel>
  );
}

const COLUMNS: Column<LeafRow>[] = [
  {
    id: "field",
    header: "Field",
    className: "max-w-[32ch]",
    cell: ({ path }) => (
      <Name isCode isWhole>
        {path}
      </Name>
    ),
  },
  {
    id: "before",
    header: "Before",
    isSecondary: true,
    className: "max-w-[44ch]",
    cell: ({ before, after, outcome }) => (
      <code
        className={
          after === null
            ? outcome === "blocked"
              ? "bg-danger-soft text-danger line-through [overflow-wrap:anywhere]"
              : "bg-hatch text-text-2 line-through [overflow-wrap:anywhere]"
            : "[overflow-wrap:anywhere]"
        }
      >
        {shorten(before)}
      </code>
    ),
  },
  {
    id: "after",
    header: "After",
    className: "max-w-[44ch]",
    cell: ({ after }) =>
      after === null ? (
        <span className="text-text-3">gone</span>
      ) : (
        <code className="[overflow-wrap:anywhere]">{shorten(after)}</code>
      ),
  },
  { id: "outcome", header: "Outcome", cell: ({ outcome }) => <OutcomeBadge outcome={outcome} /> },
];

/** Maximum characters of a value. */
const MAX_VALUE = 300;

function shorten(text: string): string {
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
