"use client";

import { formatCount, formatCountOf } from "@baton/ui/format/number";
import { formatDate, formatDateTime } from "@baton/ui/format/time";
import { KeyValues } from "@baton/ui/layout/key-values";
import { PageHead } from "@baton/ui/layout/page-head";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Button } from "@baton/ui/primitives/button";
import { Field } from "@baton/ui/primitives/field";
import { Input } from "@baton/ui/primitives/input";
import { Skeleton } from "@baton/ui/primitives/skeleton";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ActionDialog } from "@/frame/action-dialog";
import { QueryError } from "@/frame/query-error";
import { useTimeZone } from "@/frame/time-zone";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";

const MAX_DAYS = 3_653;

/** Shows the retention period of events, and the data another value would delete. */
export function RetentionSettings({ workspace }: { workspace: string }) {
  const query = useQuery(useTRPC().retention.get.queryOptions({ workspace }));
  return (
    <>
      <PageHead
        title="Retention"
        subtitle="Events, handoffs and quarantined lines are deleted after this time. Totals and the audit log stay."
        actions={query.data && <ChangeDialog workspace={workspace} days={query.data.days} />}
      />
      <Panel aria-label="Retention" className="max-w-[620px]">
        <PanelHead title={query.data ? describe(query.data.days) : "Retention"} />
        <PanelBody>
          {query.isPending && <Skeleton className="h-16" />}
          {query.isError && <QueryError title="The retention could not be loaded" query={query} />}
          {query.data && <State retention={query.data} />}
        </PanelBody>
      </Panel>
    </>
  );
}

function describe(days: number | null): string {
  if (days === null) return "Events are kept forever";
  return `Events are kept for ${formatCountOf(days, "day")}`;
}

function State({ retention }: { retention: RouterOutputs["retention"]["get"] }) {
  const timeZone = useTimeZone();
  const { changedBy, changedAt, appliedAt, appliedBefore } = retention;
  if (!changedAt) return <p className="text-text-2">Not changed yet.</p>;
  return (
    <KeyValues
      items={[
        { label: "Set by", value: `${changedBy}, ${formatDateTime(changedAt, timeZone)}` },
        {
          label: "Last applied",
          value: appliedAt
            ? formatDateTime(appliedAt, timeZone)
            : "pending: ingest applies it within seconds",
        },
        ...(appliedBefore
          ? [
              {
                label: "Deleted",
                value: `all events before ${formatDate(appliedBefore, "UTC")} (UTC). Baton does not import them again, even if you extend retention`,
              },
            ]
          : []),
      ]}
    />
  );
}

function ChangeDialog({ workspace, days: current }: { workspace: string; days: number | null }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState("");
  const days = typed.trim() === "" ? null : Number(typed);
  const isRight = days === null || (Number.isInteger(days) && days >= 1 && days <= MAX_DAYS);
  const preview = useQuery(
    trpc.retention.preview.queryOptions(
      { workspace, days: days ?? 1 },
      { enabled: isRight && days !== null, placeholderData: (previous) => previous },
    ),
  );
  const change = useMutation(
    trpc.retention.set.mutationOptions({
      onSettled: () => queryClient.invalidateQueries(trpc.retention.pathFilter()),
    }),
  );
  const isLoss = isRight && days !== null && (preview.data?.eventCount ?? 1) > 0;
  return (
    <ActionDialog
      trigger={<Button variant="primary">Change it</Button>}
      title="Change retention"
      description="Deletes older events. Baton does not import them again. Savings totals stay."
      verb={days === null ? "Keep forever" : isLoss ? "Save and delete" : "Save retention"}
      isDangerous={isLoss}
      missing={isRight ? null : `Enter whole days from 1 to ${formatCount(MAX_DAYS)}`}
      onOpen={() => setTyped(current === null ? "" : String(current))}
      onConfirm={() => change.mutateAsync({ workspace, days })}
    >
      <Field label="Days" hint="Empty = forever">
        <Input
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          trailing="days"
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      {isRight && days !== null && preview.data && <Preview preview={preview.data} />}
    </ActionDialog>
  );
}

function Preview({ preview }: { preview: RouterOutputs["retention"]["preview"] }) {
  const { before, eventCount, oldestAt } = preview;
  const date = formatDate(before, "UTC");
  if (eventCount === 0) return <p className="text-text-2">No event is older than {date} (UTC).</p>;
  return (
    <p className="text-danger" role="status">
      Removes {formatCountOf(eventCount, "event")} before {date} (UTC)
      {oldestAt ? `, the oldest of ${formatDate(oldestAt, "UTC")}` : ""}.
    </p>
  );
}
