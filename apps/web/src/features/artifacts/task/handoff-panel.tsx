import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import type { RouterOutputs } from "@/server/root";
import { TextList } from "./text-list";

type Found = RouterOutputs["tasks"]["get"];
type State = Found["handoffState"];

const MISSING: Record<State, string> = {
  told: "",
  too_large: "The document holds too much to be shown here: its event has it.",
  of_other_shape: "The document is not in the form of a task handoff; the findings say what it lacks.",
  not_kept: "The document is not kept: content is not stored here, or its events do not hold it.",
};

/** What the agent was given to do. */
export function HandoffPanel({ found: { handoff, handoffState } }: { found: Found }) {
  return (
    <Panel aria-label="What was to be done">
      <PanelHead title="What was to be done" />
      <PanelBody className="flex flex-col gap-4">
        {handoff ? (
          <>
            <p>{handoff.taskDescription || <span className="text-text-3">It says nothing.</span>}</p>
            <TextList title="Notes" texts={handoff.criticalNotes} />
            <TextList title="Files to read" texts={handoff.dependencies} isCode />
            <TextList title="Tests asked for" texts={handoff.testRequirements} />
          </>
        ) : (
          <p className="text-text-2">{MISSING[handoffState]}</p>
        )}
      </PanelBody>
    </Panel>
  );
}
