"use client";

import type { SavingsView } from "@/server/inputs";
import { BlockedFieldsPanel } from "./blocked-fields-panel";
import { CompactionPanel } from "./compaction-panel";
import { CostPanel } from "./cost-panel";
import { DelegationPanel } from "./delegation-panel";
import { LivePanel } from "./live-panel";
import { StartPolicyPanel } from "./start-policy-panel";
import type { Recorded } from "./use-work";
import { WorsePanel } from "./worse-panel";

type SidePanelsProps = { workspace: string; view: SavingsView; recorded: Recorded };

/**
 * Shows the panels below the charts: declines, cost, delegations and the live feed, if the workspace has ever
 * recorded their subject. Loaded after the visible part.
 */
export function SidePanels({ recorded, ...props }: SidePanelsProps) {
  const { scoped, ungoverned, compactions, modelCalls } = recorded;
  return (
    <div className="grid items-start gap-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1.13fr)]">
      <div className="flex min-w-0 flex-col gap-4">
        {scoped && <WorsePanel {...props} />}
        {scoped && <BlockedFieldsPanel {...props} />}
        <StartPolicyPanel {...props} />
        {modelCalls && <CostPanel {...props} />}
        {compactions && <CompactionPanel {...props} />}
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <LivePanel {...props} />
        {ungoverned && <DelegationPanel {...props} />}
      </div>
    </div>
  );
}
