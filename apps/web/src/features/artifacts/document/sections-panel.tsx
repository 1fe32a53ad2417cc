import type { HandoffSection } from "@baton/core/handoff-document";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Check, CircleDashed } from "lucide-react";

/** Sections that a successor needs, in reading order. */
const SECTIONS: readonly { section: HandoffSection; heading: string }[] = [
  { section: "nextAction", heading: "Immediate Next Action" },
  { section: "currentState", heading: "Current State" },
  { section: "decisions", heading: "Key Decisions Made" },
  { section: "failedApproaches", heading: "What NOT to Try" },
  { section: "criticalContext", heading: "Critical Context" },
  { section: "references", heading: "References" },
];

/** Shows the sections found, by any of their headings, and the missing ones. */
export function SectionsPanel({ found }: { found: readonly HandoffSection[] }) {
  return (
    <Panel aria-label="Sections">
      <PanelHead title="Sections" note={`${found.length} of ${SECTIONS.length} found`} />
      <PanelBody>
        <ul className="flex flex-col gap-1">
          {SECTIONS.map(({ section, heading }) => {
            const isFound = found.includes(section);
            return (
              <li key={section} className="flex items-center gap-1.5">
                {isFound ? (
                  <Check aria-hidden className="size-4 flex-none text-ok" />
                ) : (
                  <CircleDashed aria-hidden className="size-4 flex-none text-text-3" />
                )}
                <span className={isFound ? "" : "text-text-2"}>{heading}</span>
                <span className="ml-auto text-sm text-text-3">{isFound ? "found" : "not found"}</span>
              </li>
            );
          })}
        </ul>
      </PanelBody>
    </Panel>
  );
}
