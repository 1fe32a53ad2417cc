import { Finding } from "@baton/ui/layout/finding";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { FindingList } from "@/features/artifacts/finding/finding-list";
import type { RouterOutputs } from "@/server/root";

type Found = Pick<RouterOutputs["tasks"]["get"], "findings" | "foundNow" | "answerFindings" | "handoffState">;

/** Shows findings of the handoff and of its response, with hints. */
export function FindingsPanel({
  found: { findings, foundNow, answerFindings, handoffState },
}: {
  found: Found;
}) {
  const shown = findings ?? foundNow;
  return (
    <Panel aria-label="Findings">
      <PanelHead title="Findings" note={foundNow && "Not validated when sent; checked now"} />
      <PanelBody className="flex flex-col gap-3">
        {shown === null && (
          <p className="text-text-2">
            {handoffState === "not_kept"
              ? "Not validated: content storage is off."
              : "Not validated: too large."}
          </p>
        )}
        {shown?.length === 0 && <Finding tone="ok">All limits are met.</Finding>}
        {shown && <FindingList findings={shown} />}
        {answerFindings && (
          <section aria-label="Findings in the response" className="flex flex-col gap-3">
            <h3>Response</h3>
            {answerFindings.length === 0 && <Finding tone="ok">No findings in the response.</Finding>}
            <FindingList findings={answerFindings} />
          </section>
        )}
      </PanelBody>
    </Panel>
  );
}
