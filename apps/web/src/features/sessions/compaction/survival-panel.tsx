import { formatCount } from "@baton/ui/format/number";
import { Finding } from "@baton/ui/layout/finding";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { ListRest } from "@/frame/list-rest";
import type { FirstOf } from "@/server/keep-first";
import type { RouterOutputs } from "@/server/root";

type SurvivalPanelProps = {
  survival: RouterOutputs["compactions"]["get"]["survival"];
  /** Items that the writer reports as kept. */
  preserved: FirstOf<string>;
};

/** Shows whether the summary keeps the required facts, and the items its writer reports as kept. */
export function SurvivalPanel({ survival, preserved }: SurvivalPanelProps) {
  return (
    <Panel aria-label="Required facts">
      <PanelHead title="Required facts" />
      <PanelBody className="flex flex-col gap-3">
        {survival === null ? (
          <p className="text-text-2">
            No required facts defined for this compaction. If a workflow defines them, Baton checks each
            summary.
          </p>
        ) : survival.missing.count === 0 ? (
          <Finding tone="ok" title={`All ${survival.required} required facts kept`} />
        ) : (
          <Finding
            tone="danger"
            title={`${survival.missing.count} of ${survival.required} required facts are missing`}
          >
            <ul aria-label="Missing facts" className="list-disc pl-5">
              {survival.missing.first.map((fact) => (
                <li key={fact}>{fact}</li>
              ))}
              <ListRest of={survival.missing} />
            </ul>
          </Finding>
        )}
        {preserved.count > 0 && (
          <p>
            <span className="text-text-3">Kept, according to the agent:</span> {preserved.first.join(", ")}
            {preserved.count > preserved.first.length &&
              ` and ${formatCount(preserved.count - preserved.first.length)} more`}
          </p>
        )}
      </PanelBody>
    </Panel>
  );
}
