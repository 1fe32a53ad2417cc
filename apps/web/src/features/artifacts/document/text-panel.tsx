"use client";

import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { SegmentedControl } from "@baton/ui/primitives/segmented-control";
import { type ReactNode, useState } from "react";

const VIEWS = [
  { value: "rendered", label: "Read" },
  { value: "written", label: "As written" },
] as const;

/** Shows the text, rendered or as in its file. */
export function TextPanel({ rendered, written }: { rendered: ReactNode; written: ReactNode }) {
  const [view, setView] = useState<"rendered" | "written">("rendered");
  return (
    <Panel aria-label="Document">
      <PanelHead
        title="Document"
        note="secrets masked"
        hasLine
        actions={
          rendered && <SegmentedControl label="View" options={VIEWS} value={view} onValueChange={setView} />
        }
      />
      <PanelBody className="pt-4">
        {!written && (
          <p className="text-text-2">Not available: content storage is off. Its findings are stored.</p>
        )}
        {written && !rendered && <p className="mb-3 text-text-2">Too long to format. Shown as written.</p>}
        {view === "rendered" && rendered ? rendered : written}
      </PanelBody>
    </Panel>
  );
}
