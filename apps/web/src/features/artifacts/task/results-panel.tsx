import { formatDateTime } from "@baton/ui/format/time";
import { Panel, PanelHead } from "@baton/ui/layout/panel";
import { type AgentResult, ResultName, ResultState } from "@/features/artifacts/result/result";
import { useTimeZone } from "@/frame/time-zone";

/** Lists how the task's agent ended its phases: status, reason and the document that it left. Empty without results. */
export function ResultsPanel({ workspace, results }: { workspace: string; results: readonly AgentResult[] }) {
  const timeZone = useTimeZone();
  if (results.length === 0) return null;
  return (
    <Panel aria-label="Results of the agent">
      <PanelHead title="Results of the agent" note="from .return-meta.json, oldest first" />
      <ul>
        {results.map((result) => (
          <li key={result.id} className="border-line border-b px-4 py-2.5 last:border-b-0">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <span>
                <ResultState result={result} />
              </span>
              <span className="text-sm text-text-3">{formatDateTime(result.occurredAt, timeZone)}</span>
            </div>
            <div className="mt-1 [overflow-wrap:anywhere]">
              <ResultName result={result} workspace={workspace} />
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
