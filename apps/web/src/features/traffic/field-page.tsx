"use client";

import { FieldFlowsPanel } from "./field-flows-panel";
import { LeaksPanel } from "./leaks-panel";
import { FieldTiles } from "./subject-tiles";
import type { TrafficProps } from "./traffic-view";

/** Shows every pair, outcome and rule of a field. */
export function FieldPage({ workspace, view, field }: TrafficProps & { field: string }) {
  const ofField = { ...view, field };
  return (
    <>
      <FieldTiles workspace={workspace} view={ofField} />
      <LeaksPanel workspace={workspace} view={ofField} />
      <FieldFlowsPanel workspace={workspace} view={ofField} title="Pairs and outcomes" />
    </>
  );
}
