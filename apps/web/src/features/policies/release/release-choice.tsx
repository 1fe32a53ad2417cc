"use client";

import type { ReleaseStage } from "@baton/core/policy";
import { SegmentedControl } from "@baton/ui/primitives/segmented-control";
import { STAGES, stageMeaning, stageName } from "./stage-words";

export type ReleaseChoiceProps = {
  /** The first stage; null to publish for every session. */
  stage: ReleaseStage | null;
  onStageChange: (stage: ReleaseStage | null) => void;
};

const EVERY = "Every session";

/** Chooses which sessions a version decides at first. */
export function ReleaseChoice({ stage, onStageChange }: ReleaseChoiceProps) {
  const options = [...STAGES.map(stageName), EVERY].map((name) => ({ value: name, label: name }));
  return (
    <div>
      <p className="mb-[5px] font-medium text-sm text-text-2">Release to</p>
      <SegmentedControl
        label="Release to"
        className="max-w-full flex-wrap"
        options={options}
        value={stage === null ? EVERY : stageName(stage)}
        onValueChange={(name) => onStageChange(STAGES.find((one) => stageName(one) === name) ?? null)}
      />
      {stage !== null && (
        <p className="mt-1.5 text-sm text-text-2">
          {stageMeaning(stage)} The next steps and the way back are under Versions.
        </p>
      )}
    </div>
  );
}
