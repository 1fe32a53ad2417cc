"use client";

import { formatDateTime } from "@baton/ui/format/time";
import { TableSkeleton } from "@baton/ui/layout/loading";
import { PageHead } from "@baton/ui/layout/page-head";
import { FromTo } from "@baton/ui/primitives/from-to";
import { useQuery } from "@tanstack/react-query";
import { FindingsBadge } from "@/features/artifacts/manifest/badges";
import { AboutPanel } from "@/features/artifacts/task/about-panel";
import { AttemptsPanel } from "@/features/artifacts/task/attempts-panel";
import { countFindings, PriorityBadge, StatusBadge } from "@/features/artifacts/task/badges";
import { FindingsPanel } from "@/features/artifacts/task/findings-panel";
import { HandoffPanel } from "@/features/artifacts/task/handoff-panel";
import { InterfacesPanel } from "@/features/artifacts/task/interfaces-panel";
import { LimitsPanel } from "@/features/artifacts/task/limits-panel";
import { ResponsePanel } from "@/features/artifacts/task/response-panel";
import { ResultsPanel } from "@/features/artifacts/task/results-panel";
import { StepsPanel } from "@/features/artifacts/task/steps-panel";
import { SubjectLink } from "@/features/traffic/subject-link";
import { QueryError } from "@/frame/query-error";
import { useTimeZone } from "@/frame/time-zone";
import { useTRPC } from "@/trpc/client";

/**
 * Shows one task handoff: the assignment, its findings, its
 * response, and earlier attempts.
 */
export function TaskDetail({ workspace, task }: { workspace: string; task: string }) {
  const timeZone = useTimeZone();
  const query = useQuery(useTRPC().tasks.get.queryOptions({ workspace, task }));
  if (!query.data) {
    return query.isError ? (
      <QueryError title="The task could not be loaded" query={query} />
    ) : (
      <TableSkeleton rows={8} />
    );
  }
  const { attempt, findings, limits, interfaces } = query.data;
  return (
    <>
      <PageHead
        title={attempt.taskName ?? attempt.taskId ?? "Task handoff"}
        badges={
          <>
            <StatusBadge {...attempt} />
            {findings && <FindingsBadge {...countFindings(findings)} />}
            {attempt.priority && <PriorityBadge priority={attempt.priority} />}
          </>
        }
        subtitle={
          <>
            <FromTo
              from={<AgentName agent={attempt.fromAgent} />}
              to={<AgentName agent={attempt.toAgent} />}
            />
            , {formatDateTime(attempt.occurredAt, timeZone)}
          </>
        }
      />
      <div className="grid items-start gap-4 md:grid-cols-[minmax(0,1fr)_322px]">
        <div className="flex min-w-0 flex-col gap-4">
          <StepsPanel steps={query.data.steps} />
          <FindingsPanel found={query.data} />
          <HandoffPanel found={query.data} />
          <InterfacesPanel interfaces={interfaces} recorded={attempt.compression?.interfaces ?? null} />
          <ResponsePanel found={query.data} />
          <ResultsPanel workspace={workspace} results={query.data.results} />
          <AttemptsPanel workspace={workspace} attempts={query.data.otherAttempts} current={attempt} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <LimitsPanel attempt={attempt} limits={limits} />
          <AboutPanel workspace={workspace} attempt={attempt} />
        </div>
      </div>
    </>
  );
}

function AgentName({ agent }: { agent: string | null }) {
  return agent === null ? "not named" : <SubjectLink kind="agents" name={agent} />;
}
