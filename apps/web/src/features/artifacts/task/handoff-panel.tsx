import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import type { RouterOutputs } from "@/server/root";
import { TextList } from "./text-list";

type Found = RouterOutputs["tasks"]["get"];
type State = Found["handoffState"];

const MISSING: Record<State, string> = {
  told: "",
  too_large: "Too large to display. Open the event.",
  of_other_shape: "Not a valid task handoff. See the findings.",
  not_kept: "Not available: content storage is off or the event has no content.",
};

/** Shows the agent's assignment. */
export function HandoffPanel({ found: { handoff, handoffState } }: { found: Found }) {
  return (
    <Panel aria-label="Task">
      <PanelHead title="Task" />
      <PanelBody className="flex flex-col gap-4">
        {handoff ? (
          <>
            <p>{handoff.taskDescription || <span className="text-text-3">No description.</span>}</p>
            <TextList title="Notes" texts={handoff.criticalNotes} />
            <TextList title="Files to read" texts={handoff.dependencies} isCode />
            <TextList title="Requested tests" texts={handoff.testRequirements} />
          </>
        ) : (
          <p className="text-text-2">{MISSING[handoffState]}</p>
        )}
      </PanelBody>
    </Panel>
  );
}
