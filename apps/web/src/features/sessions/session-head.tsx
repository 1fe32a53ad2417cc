import { shareSaved } from "@baton/server/savings";
import {
  formatCompact,
  formatCount,
  formatCountOf,
  formatDuration,
  formatPercent,
} from "@baton/ui/format/number";
import { formatDate, formatDateTime, formatTime } from "@baton/ui/format/time";
import { MetricLine } from "@baton/ui/layout/key-values";
import { PageHead } from "@baton/ui/layout/page-head";
import { Anchor } from "@baton/ui/primitives/anchor";
import { Badge } from "@baton/ui/primitives/badge";
import { Button } from "@baton/ui/primitives/button";
import { Name } from "@baton/ui/primitives/name";
import { GitCompareArrows, Link, SquareTerminal, TriangleAlert } from "lucide-react";
import { SubjectLink } from "@/features/traffic/subject-link";
import { addressOf, withQuery } from "@/frame/pages";
import { useTimeZone } from "@/frame/time-zone";
import { useCopy } from "@/frame/use-copy";
import type { RouterOutputs } from "@/server/root";
import { ActiveBadge } from "./active-badge";
import { ExportMenu } from "./export-menu";
import { fieldAddress } from "./lineage/addresses";
import { LeakBadge } from "./lineage/leak-badge";
import { resumeCommand } from "./resume-command";

type Found = RouterOutputs["sessions"]["get"];

interface SessionHeadProps {
  session: Found["session"];
  address: { workspace: string; session: string };
  violationCount: number;
  /** Undefined while loading. */
  leaks: RouterOutputs["lineage"]["leaks"] | undefined;
}

/** Shows a session's name, its problems, and the available actions. */
export function SessionHead({ session, address, violationCount, leaks }: SessionHeadProps) {
  const timeZone = useTimeZone();
  const copy = useCopy();
  const resume = resumeCommand(session);
  return (
    <PageHead
      title={session.title === null ? "Untitled session" : <Name isWhole>{session.title}</Name>}
      badges={
        <>
          <ActiveBadge {...session} />
          {session.errorCount > 0 && (
            <Badge tone="danger" icon={<TriangleAlert aria-hidden />}>
              {formatCountOf(session.errorCount, "error")}
            </Badge>
          )}
          {violationCount > 0 && (
            <Badge tone="danger" icon={<GitCompareArrows aria-hidden />}>
              {formatCountOf(violationCount, "policy violation")}
            </Badge>
          )}
          {leaks && <LeakedFields fields={leaks.fields} address={address} />}
        </>
      }
      actions={
        <>
          <Button asChild>
            <Anchor href={withQuery(addressOf(address.workspace, "sessions"), { compare: address.session })}>
              Compare with…
            </Anchor>
          </Button>
          <Button asChild>
            <Anchor href={addressOf(address.workspace, "sessions", address.session, "fields")}>
              Follow a field
            </Anchor>
          </Button>
          <Button onClick={() => copy(location.href)}>
            <Link aria-hidden className="size-3.5" />
            Copy link
          </Button>
          {resume && (
            <Button title={resume} onClick={() => copy(resume)}>
              <SquareTerminal aria-hidden className="size-3.5" />
              Copy resume command
            </Button>
          )}
          <ExportMenu {...address} />
        </>
      }
      subtitle={
        <>
          Session <Name isCode>{session.sessionId}</Name>, {describeTime(session, timeZone)}
          {session.workflowId && (
            <>
              , workflow <SubjectLink kind="workflows" name={session.workflowId} />
            </>
          )}
        </>
      }
    />
  );
}

/** Maximum fields to name. */
const FIELDS_NAMED = 3;

/** Lists the blocked fields that leaked, each with a link to its lineage. */
function LeakedFields({
  fields: { first, count },
  address,
}: {
  fields: RouterOutputs["lineage"]["leaks"]["fields"];
  address: SessionHeadProps["address"];
}) {
  const next = first[FIELDS_NAMED];
  return (
    <>
      {first.slice(0, FIELDS_NAMED).map((field) => (
        <Anchor key={field} href={fieldAddress(address, field)} className="max-w-full">
          <LeakBadge>
            <span className="inline-block max-w-[24ch] truncate align-bottom">
              <Name>{field}</Name>
            </span>{" "}
            leaked
          </LeakBadge>
        </Anchor>
      ))}
      {next !== undefined && (
        <Anchor href={fieldAddress(address, next)}>
          <LeakBadge>{formatCountOf(count - FIELDS_NAMED, "more field")} leaked</LeakBadge>
        </Anchor>
      )}
    </>
  );
}

/**
 * Formats start, end and duration, with the end's date if it differs; a
 * log without times has a single moment.
 */
function describeTime({ startedAt, lastEventAt }: Found["session"], timeZone: string): string {
  const lasted = lastEventAt.getTime() - startedAt.getTime();
  const start = formatDateTime(startedAt, timeZone);
  if (lasted === 0) return start;
  const isSameDay = formatDate(startedAt, timeZone) === formatDate(lastEventAt, timeZone);
  const end = isSameDay ? formatTime(lastEventAt, timeZone) : formatDateTime(lastEventAt, timeZone);
  return `${start} to ${end} (${formatDuration(lasted)})`;
}

/**
 * Shows the metrics of a whole session in a line.
 * @param lineageAgents agents that the graph of its handoffs shows. Without handoffs, those of its calls count.
 */
export function SessionMetrics({
  found: { session, handoffs, usage, hasConversation },
  lineageAgents,
}: {
  found: Found;
  lineageAgents: number;
}) {
  const callers = new Set(usage.first.map(({ agent }) => agent));
  // The usage of a call is known when the next one begins.
  const agentCount = lineageAgents || callers.size || (hasConversation ? 1 : 0);
  const withoutRule = handoffs.filter((each) => each.kind === "context" && each.ruleId === null).length;
  const observed = handoffs.filter((each) => each.scopingState === "observed").length;
  return (
    <MetricLine
      items={[
        ...(agentCount > 0 ? [{ label: "Agents", value: formatCount(agentCount) }] : []),
        { label: "Handoffs", value: formatCount(session.handoffCount) },
        ...(session.scopedCount > 0
          ? [
              { label: "Original", value: `${formatCompact(session.beforeTokens)} tokens` },
              { label: "Passed", value: formatCompact(session.afterTokens) },
              {
                label: "Saved, net",
                value: `${formatCompact(session.savedTokens)} (${formatPercent(shareSaved(session.savedTokens, session.beforeTokens) ?? 0)})`,
              },
              { label: "Without a rule", value: formatCount(withoutRule) },
            ]
          : []),
        ...(observed > 0 ? [{ label: "Observe mode", value: formatCount(observed) }] : []),
        ...(session.delegationCount > 0
          ? [{ label: "Subagent calls", value: formatCount(session.delegationCount) }]
          : []),
        ...(session.compactionCount > 0
          ? [{ label: "Compactions", value: formatCount(session.compactionCount) }]
          : []),
      ]}
    />
  );
}
