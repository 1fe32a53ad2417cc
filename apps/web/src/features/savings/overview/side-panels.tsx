"use client";

import type { SavingsView } from "@/server/inputs";
import { BlockedFieldsPanel } from "./blocked-fields-panel";
import { CompactionPanel } from "./compaction-panel";
import { DelegationPanel } from "./delegation-panel";
import { LivePanel } from "./live-panel";
import { WorsePanel } from "./worse-panel";

/**
 * Shows the panels below the savings: declines, delegations and
 * the live feed. Loaded after the visible part.
 */
export function SidePanels({ workspace, view }: { workspace: string; view: SavingsView }) {
  return (
    <div className="grid items-start gap-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1.13fr)]">
      <div className="flex min-w-0 flex-col gap-4">
        <WorsePanel workspace={workspace} view={view} />
        <BlockedFieldsPanel workspace={workspace} view={view} />
        <CompactionPanel workspace={workspace} view={view} />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <LivePanel workspace={workspace} view={view} />
        <DelegationPanel workspace={workspace} view={view} />
      </div>
    </div>
  );
}
