"use client";

import type { HandoffMode } from "@baton/core";
import { HANDOFF_MODES } from "@baton/core/policy";
import { Meter } from "@baton/ui/primitives/meter";
import { SegmentedControl } from "@baton/ui/primitives/segmented-control";
import { MODE_LEVELS } from "@/features/sessions/handoff/handoff-badges";
import { MODE_WORDS } from "../mode-words";

type ModeChoiceProps = {
  label: string;
  mode: HandoffMode;
  onModeChange: (mode: HandoffMode) => void;
};

/** Selects one of the three modes, and describes the selected one. */
export function ModeChoice({ label, mode, onModeChange }: ModeChoiceProps) {
  return (
    <div>
      <p className="mb-[5px] font-medium text-sm text-text-2">{label}</p>
      <SegmentedControl
        label={label}
        className="w-full [&>*]:flex-1"
        options={HANDOFF_MODES.map((value) => ({
          value,
          label: (
            <>
              <Meter filled={MODE_LEVELS[value]} />
              {value}
            </>
          ),
        }))}
        value={mode}
        onValueChange={onModeChange}
      />
      <p className="mt-1.5 text-sm text-text-2">{MODE_WORDS[mode]}</p>
    </div>
  );
}
