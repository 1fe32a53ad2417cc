import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import type { RouterOutputs } from "@/server/root";
import { TextList } from "./text-list";

type Handoff = RouterOutputs["tasks"]["get"]["handoff"];

/** What the agent was given to do. */
export function HandoffPanel({ handoff, isStored }: { handoff: Handoff; isStored: boolean }) {
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
          <p className="text-text-2">
            {isStored
              ? "The document has not the shape of a task handoff; the findings say what it lacks."
              : "The document is not kept: content is not stored here, or its events do not hold it."}
          </p>
        )}
      </PanelBody>
    </Panel>
  );
}
