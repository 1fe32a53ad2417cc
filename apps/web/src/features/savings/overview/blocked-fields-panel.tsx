"use client";

import { BarRows } from "@baton/ui/charts/bar-rows";
import { formatCompact, formatCountOf } from "@baton/ui/format/number";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { TableSkeleton } from "@baton/ui/layout/loading";
import { Panel, PanelBody, PanelFoot, PanelHead } from "@baton/ui/layout/panel";
import { Anchor } from "@baton/ui/primitives/anchor";
import { Name } from "@baton/ui/primitives/name";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { handoffsAddress } from "@/features/savings/addresses";
import { subjectAddress } from "@/features/traffic/subject";
import { withQuery } from "@/frame/pages";
import { QueryError } from "@/frame/query-error";
import type { SavingsView } from "@/server/inputs";
import { useTRPC } from "@/trpc/client";
import { COUNTED_APART } from "./counted-apart";

const MOST_SHOWN = 6;

/**
 * Lists the blocked fields agents receive most often:
 * candidates to leave out at the source.
 */
export function BlockedFieldsPanel({ workspace, view }: { workspace: string; view: SavingsView }) {
  const titleId = useId();
  const query = useQuery(
    useTRPC().savings.blockedFields.queryOptions({ workspace, ...view }, { placeholderData: (last) => last }),
  );
  const { data } = query;
  return (
    <Panel aria-labelledby={titleId}>
      <PanelHead
        title="Most blocked fields"
        titleId={titleId}
        note={
          data && data.fields.length > MOST_SHOWN
            ? `tokens, ${MOST_SHOWN} of ${data.fields.length}`
            : "tokens"
        }
      />
      {query.isError && !data ? (
        <PanelBody>
          <QueryError title="Could not load the fields" query={query} />
        </PanelBody>
      ) : data === undefined ? (
        <TableSkeleton rows={3} />
      ) : (
        <PanelBody>
          {data.fields.length > 0 ? (
            <BarRows
              label="Most blocked fields, by tokens"
              colour="c3"
              limit={MOST_SHOWN}
              formatValue={formatCompact}
              rows={data.fields.map(({ path, handoffCount, tokens }) => ({
                id: path,
                value: tokens,
                label: <Name isCode>{path}</Name>,
                note: formatCountOf(handoffCount, "handoff"),
                href: withQuery(subjectAddress(workspace, "fields", path), {
                  range: view.range,
                  tz: view.tz,
                }),
              }))}
            />
          ) : (
            <EmptyState title="No blocked fields recorded">
              Transcripts and traces do not record fields.
            </EmptyState>
          )}
        </PanelBody>
      )}
      {data && data.fields.length > 0 && (
        <PanelFoot>
          <span>
            Based on {data.lookedAt === null ? "all" : "the latest"}{" "}
            <Anchor href={handoffsAddress(workspace, view, { cause: "blocked" })}>
              {data.lookedAt === null ? "handoffs" : formatCountOf(data.lookedAt, "handoff")}
            </Anchor>{" "}
            with a blocked field. {COUNTED_APART}
          </span>
        </PanelFoot>
      )}
    </Panel>
  );
}
