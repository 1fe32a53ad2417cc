import type { Objective } from "@baton/core/handoff-document";
import { pathBelow } from "@baton/core/internal";
import { formatCount } from "@baton/ui/format/number";
import { formatDateTime } from "@baton/ui/format/time";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Badge } from "@baton/ui/primitives/badge";
import { BudgetBar } from "@baton/ui/primitives/budget-bar";
import { Name } from "@baton/ui/primitives/name";
import { Check, Circle, CircleDot } from "lucide-react";
import { ListRest } from "@/frame/list-rest";
import { useTimeZone } from "@/frame/time-zone";
import type { FirstOf } from "@/server/keep-first";
import type { RouterOutputs } from "@/server/root";

type ProgressFile = RouterOutputs["documents"]["get"]["progress"][number];

/** Shows progress from the session's own files: objectives, features, results, return metadata. */
export function ProgressPanel({ files }: { files: readonly ProgressFile[] }) {
  if (files.length === 0) return null;
  return (
    <Panel aria-label="Progress">
      <PanelHead title="Progress" note="from its progress files" />
      <PanelBody className="flex flex-col gap-5">
        {files.map((file) => (
          <OneFile key={file.documentId} file={file} />
        ))}
      </PanelBody>
    </Panel>
  );
}

function OneFile({ file }: { file: ProgressFile }) {
  const timeZone = useTimeZone();
  const { path, taskFolder, doneCount, totalCount, handoffCount, writtenAt, details, isTooLarge } = file;
  const name = pathBelow(path, taskFolder);
  return (
    <section aria-label={name} className="flex flex-col gap-2">
      <h3 className="flex flex-wrap items-baseline gap-x-3">
        <Name isCode isWhole>
          {name}
        </Name>
        <span className="font-normal text-sm text-text-3">
          {formatDateTime(writtenAt, timeZone)}
          {handoffCount !== null && handoffCount > 0 && `, passed ${formatCount(handoffCount)}×`}
        </span>
      </h3>
      {doneCount !== null && totalCount !== null && totalCount > 0 && (
        <BudgetBar
          label="Done"
          share={doneCount / totalCount}
          tone="ok"
          value={`${formatCount(doneCount)} of ${formatCount(totalCount)}`}
        />
      )}
      {details && <Details details={details} />}
      {details === null && (
        <p className="text-text-2">
          {isTooLarge ? "Too large to display. Open the file." : "Not available: content storage is off."}
        </p>
      )}
    </section>
  );
}

function Details({ details }: { details: NonNullable<ProgressFile["details"]> }) {
  switch (details.kind) {
    case "objectives":
      return (
        <>
          <ObjectiveList objectives={details.objectives} current={details.currentObjective} />
          <ApproachList approaches={details.approaches} />
        </>
      );
    case "features":
      return (
        <ObjectiveList
          objectives={{
            count: details.features.count,
            first: details.features.first.map(({ description, isPassing }, index) => ({
              id: String(index + 1),
              description,
              note: null,
              status: isPassing ? "passes" : "fails",
              isDone: isPassing,
            })),
          }}
          current={null}
        />
      );
    case "phase_result":
      return (
        <p className="text-text-2">
          {details.mark
            ? `Marked as partial: ${details.mark.details} (${details.mark.handoffPath})`
            : "Not marked as partial."}
        </p>
      );
  }
}

function ObjectiveList({ objectives, current }: { objectives: FirstOf<Objective>; current: string | null }) {
  return (
    <ul aria-label="Objectives" className="flex flex-col gap-1.5">
      {objectives.first.map(({ id, description, status, note, isDone }) => {
        const isCurrent = id === current || status === "in_progress";
        return (
          <li key={id} className="flex items-start gap-2">
            <ObjectiveMark isDone={isDone} isCurrent={isCurrent} />
            <span className="min-w-0 flex-1">
              {description}
              {note && <span className="block text-sm text-text-2">{note}</span>}
            </span>
            <Badge tone={isDone ? "ok" : isCurrent ? "accent" : "muted"}>{status.replaceAll("_", " ")}</Badge>
          </li>
        );
      })}
      <ListRest of={objectives} />
    </ul>
  );
}

function ObjectiveMark({ isDone, isCurrent }: { isDone: boolean; isCurrent: boolean }) {
  if (isDone) return <Check aria-hidden className="mt-0.5 size-4 flex-none text-ok" />;
  const Icon = isCurrent ? CircleDot : Circle;
  return <Icon aria-hidden className="mt-0.5 size-4 flex-none text-text-3" />;
}

function ApproachList({ approaches }: { approaches: FirstOf<{ approach: string; result: string | null }> }) {
  if (approaches.count === 0) return null;
  return (
    <div>
      <h4 className="mb-1 font-medium text-text-2">Approaches tried</h4>
      <ul className="flex list-disc flex-col gap-1 pl-5">
        {approaches.first.map(({ approach, result }) => (
          <li key={approach}>
            {approach}
            {result && <span className="block text-text-2">{result}</span>}
          </li>
        ))}
        <ListRest of={approaches} />
      </ul>
    </div>
  );
}
