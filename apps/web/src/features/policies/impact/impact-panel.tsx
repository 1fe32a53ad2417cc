"use client";

import type { Policy } from "@baton/core";
import { isObserved } from "@baton/core/policy";
import type { PolicyReplayResult } from "@baton/server/replay";
import { formatCompact, formatCount, formatCountOf, formatDuration } from "@baton/ui/format/number";
import { ErrorState } from "@baton/ui/layout/error-state";
import { Panel, PanelBody, PanelFoot, PanelHead } from "@baton/ui/layout/panel";
import { Button } from "@baton/ui/primitives/button";
import { TextLink } from "@baton/ui/primitives/text-link";
import { Ban, Eye, TriangleAlert } from "lucide-react";
import { memo, type ReactNode, useMemo, useState } from "react";
import { addressOf } from "@/frame/pages";
import { useTimeZone } from "@/frame/time-zone";
import { FewPairs } from "../few-pairs";
import type { ImpactResult, Progress } from "../worker/policy-task";
import { type FieldImpact, gatherFields, listSessions } from "./impact-rows";
import { SizeTable } from "./size-table";
import { useImpact } from "./use-impact";

export type ImpactPanelProps = {
  /** Name of the policy that is replayed; by default the draft. */
  name?: string;
  workspace: string;
  range: string;
  /** Describes the period of the handoffs. */
  period: string;
  live: Policy;
  draft: Policy;
};

/** Shows the effect of a draft, or of an earlier version, on every handoff of a period, before it goes live. */
export const ImpactPanel = memo(function ImpactPanel(props: ImpactPanelProps) {
  const { name = "the draft", workspace, range, period, live, draft } = props;
  const tz = useTimeZone();
  const isChanged = useMemo(
    () => live !== draft && JSON.stringify(live) !== JSON.stringify(draft),
    [live, draft],
  );
  const isReplayed = isChanged || draft.agent_handoff_rules.some(isObserved);
  const request = useMemo(
    () => (isReplayed ? { workspace, range, tz, current: live, draft } : null),
    [workspace, range, tz, live, draft, isReplayed],
  );
  const { impact, last, stop, restart } = useImpact(request);
  const result = impact?.status === "done" ? impact.result : last;
  return (
    <Panel aria-label={`Impact of ${name}`}>
      <PanelHead
        title={`Impact of ${name}`}
        note={
          impact?.status === "done"
            ? `all ${formatCountOf(handoffsOf(impact.result), "handoff")} of ${period} (enforced and observed) replayed in ${formatDuration(impact.milliseconds)}`
            : period
        }
        actions={
          impact?.status === "running" ? (
            <Button size="sm" onClick={stop}>
              Stop
            </Button>
          ) : (
            impact?.status === "stopped" && (
              <Button size="sm" onClick={restart}>
                Replay again
              </Button>
            )
          )
        }
        hasLine
      />
      {!isReplayed && (
        <PanelBody className="pt-3 text-text-2">
          Change a rule to replay the draft over all handoffs of this period: tokens saved, affected sessions
          and newly passing fields.
        </PanelBody>
      )}
      {impact?.status === "failed" && (
        <PanelBody className="pt-3">
          <ErrorState title="The replay did not finish" onRetry={restart}>
            {impact.message}
          </ErrorState>
        </PanelBody>
      )}
      {isReplayed && impact?.status === "stopped" && (
        <PanelBody className="pt-3 text-text-2">You stopped the replay.</PanelBody>
      )}
      {impact?.status === "running" && <ReplayProgress progress={impact.progress} />}
      {isReplayed && result && (
        <div
          className={impact?.status === "done" ? "" : "opacity-60"}
          aria-busy={impact?.status === "running"}
        >
          <Result {...props} result={result} />
        </div>
      )}
    </Panel>
  );
});

function handoffsOf({ now, unknownHandoffs }: ImpactResult): number {
  return now.handoffs + unknownHandoffs;
}

function ReplayProgress({ progress }: { progress: Progress | null }) {
  const words = progress
    ? `${formatCount(progress.done)} of ${formatCount(progress.total)} handoffs`
    : "Reading the handoffs";
  return (
    <PanelBody className="flex flex-col gap-1.5 pt-3">
      <p className="text-sm text-text-2" aria-live="off">
        {words}
      </p>
      <progress
        aria-label="Replay"
        className="h-1.5 w-full [accent-color:var(--accent)]"
        {...(progress && { value: progress.done, max: Math.max(1, progress.total) })}
      />
    </PanelBody>
  );
}

function Result({ name, workspace, result }: ImpactPanelProps & { result: ImpactResult }) {
  const letThrough = gatherFields(result.newlyLetThrough);
  const blocked = gatherFields(result.newlyBlocked);
  const sessions = listSessions(result);
  return (
    <>
      {letThrough.length > 0 ? (
        <section
          aria-label="Newly let through"
          className="border-danger-line border-b bg-danger-soft px-4 py-3"
        >
          <FieldsHead
            icon={<TriangleAlert className="size-4" aria-hidden />}
            title={`Newly let through: ${countFields(letThrough.length)} of these handoffs`}
            className="text-danger"
          />
          <FieldRows fields={letThrough} sign="+" className="text-danger" />
        </section>
      ) : (
        <p className="border-line border-b px-4 py-2.5 text-ok">No newly passing fields in these handoffs.</p>
      )}
      <section aria-label="Newly blocked" className="border-line border-b px-4 py-3">
        <FieldsHead
          icon={<Ban className="size-4" aria-hidden />}
          title={`Newly blocked: ${countFields(blocked.length)} of these handoffs`}
        />
        <FieldRows fields={blocked} sign="−" />
      </section>
      {result.observed && <ObservedImpact observed={result.observed} />}
      <SizeTable workspace={workspace} result={result} name={name} />
      {sessions.length > 0 && (
        <section aria-label="Affected sessions" className="border-line border-t px-4 py-3">
          <h3 className="mb-1.5 font-medium text-sm text-text-2">Affected sessions</h3>
          <ul className="flex flex-wrap gap-x-4 gap-y-1">
            {sessions.map((session) => (
              <li key={session} className="min-w-0">
                <TextLink href={addressOf(workspace, "sessions", session)}>
                  <code className="[overflow-wrap:anywhere]">{session}</code>
                </TextLink>
              </li>
            ))}
          </ul>
        </section>
      )}
      <PanelFoot>
        {letThrough.length + blocked.length > 0 &&
          "Counts fields seen in traffic; Changes counts field patterns. "}
        Token counts are estimates.
        {result.unknownHandoffs > 0 &&
          ` Excluded: ${formatCountOf(result.unknownHandoffs, "handoff")} without a complete outline.`}
        {result.unlistedChanges > 0 && ` ${formatCount(result.unlistedChanges)} more changes are not listed.`}
      </PanelFoot>
    </>
  );
}

/** Shows what the rules that only observe would change if they were enforced. */
function ObservedImpact({ observed }: { observed: PolicyReplayResult }) {
  const letThrough = gatherFields(observed.newlyLetThrough);
  const blocked = gatherFields(observed.newlyBlocked);
  return (
    <section aria-label="Observed rules" className="border-line border-b px-4 py-3">
      <FieldsHead
        icon={<Eye className="size-4" aria-hidden />}
        title={`Observed rules, if enforced: ${countFields(blocked.length)} blocked, ${countFields(letThrough.length)} passed`}
      />
      <FieldRows fields={blocked} sign="−" />
      <FieldRows fields={letThrough} sign="+" className="text-danger" />
    </section>
  );
}

function FieldsHead({ icon, title, className }: { icon: ReactNode; title: string; className?: string }) {
  return (
    <h3 className={`flex items-center gap-2 ${className ?? ""}`}>
      {icon}
      {title}
    </h3>
  );
}

/** Maximum fields to list at first. */
const FEW_FIELDS = 6;

function FieldRows({
  fields,
  sign,
  className,
}: {
  fields: readonly FieldImpact[];
  sign: string;
  className?: string;
}) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? fields : fields.slice(0, FEW_FIELDS);
  return (
    <>
      <ul className="mt-2 flex flex-col gap-2 empty:hidden">
        {shown.map((field) => (
          <li key={field.path} className="flex flex-wrap items-baseline justify-end gap-x-4">
            <code className={`w-full font-semibold [overflow-wrap:anywhere] ${className ?? ""}`}>
              {sign} {field.path}
            </code>
            <span className="mr-auto text-sm text-text-2">
              <FewPairs pairs={field.pairs} />
            </span>
            <span className="whitespace-nowrap">{formatCountOf(field.handoffs, "handoff")}</span>
            <span className="whitespace-nowrap text-right font-semibold">
              {sign}
              {formatCompact(field.tokens)}
            </span>
          </li>
        ))}
      </ul>
      {fields.length > FEW_FIELDS && !isWhole && (
        <Button size="sm" variant="ghost" className="mt-2 -ml-2" onClick={() => setWhole(true)}>
          Show all {countFields(fields.length)}
        </Button>
      )}
    </>
  );
}

function countFields(count: number): string {
  return count === 0 ? "no fields" : formatCountOf(count, "field");
}
