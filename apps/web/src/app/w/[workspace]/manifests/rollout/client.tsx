"use client";

import { PageHead } from "@baton/ui/layout/page-head";
import { ArtifactsNav } from "@/features/artifacts/manifest/artifacts-nav";
import { CompliancePanel } from "@/features/artifacts/rollout/compliance-panel";
import { HistoryPanel } from "@/features/artifacts/rollout/history-panel";

/**
 * Shows the rollout phase of each agent, the agents ready for a stricter
 * one, and the obstacles for the others.
 */
export function Rollout({ workspace }: { workspace: string }) {
  return (
    <>
      <PageHead
        title="Rollout"
        subtitle="Manifests with errors: record, warn or block. The gate and connected orchestrators obey at once."
      />
      <ArtifactsNav workspace={workspace} current="rollout" />
      <CompliancePanel workspace={workspace} />
      <HistoryPanel workspace={workspace} />
    </>
  );
}
