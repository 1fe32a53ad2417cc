import { Finding } from "@baton/ui/layout/finding";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { FindingList } from "@/features/artifacts/finding/finding-list";
import type { RouterOutputs } from "@/server/root";

type Found = Pick<RouterOutputs["tasks"]["get"], "findings" | "foundNow" | "answerFindings" | "handoffState">;

/** What is wrong with the handoff and with its answer, and what to do. */
export function FindingsPanel({
  found: { findings, foundNow, answerFindings, handoffState },
}: {
  found: Found;
}) {
  const shown = findings ?? foundNow;
  return (
    <Panel aria-label="Findings">
      <PanelHead
        title="Findings"
        note={foundNow && "nobody judged it when it was sent: this is what is found in it now"}
      />
      <PanelBody className="flex flex-col gap-3">
        {shown === null && (
          <p className="text-text-2">
            {handoffState === "not_kept"
              ? "Nobody judged it, and it is not stored to be judged now."
              : "Nobody judged it, and it holds too much to be judged now."}
          </p>
        )}
        {shown?.length === 0 && <Finding tone="ok">It keeps all of its limits.</Finding>}
        {shown && <FindingList findings={shown} />}
        {answerFindings && (
          <section aria-label="Findings of the answer" className="flex flex-col gap-3">
            <h3>The answer</h3>
            {answerFindings.length === 0 && <Finding tone="ok">Nothing was found in the answer.</Finding>}
            <FindingList findings={answerFindings} />
          </section>
        )}
      </PanelBody>
    </Panel>
  );
}
