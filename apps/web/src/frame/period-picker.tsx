"use client";

import { SegmentedControl } from "@baton/ui/primitives/segmented-control";
import { useOnDemand } from "@baton/ui/use-on-demand";
import { isPreset, type Preset } from "@/search/range";
import type { PeriodPickerProps } from "./custom-period";
import { CustomPeriodButton } from "./custom-period-button";

const PRESET_OPTIONS: { value: Preset; label: string }[] = [
  { value: "24h", label: "24 h" },
  { value: "7d", label: "7 d" },
  { value: "30d", label: "30 d" },
  { value: "90d", label: "90 d" },
];

/** Selects a period: presets that move with time, or two fixed days. */
export function PeriodPicker(props: PeriodPickerProps) {
  const { range, onRangeChange } = props;
  const [CustomPeriod, loadCustomPeriod] = useOnDemand(
    async () => (await import("./custom-period")).CustomPeriod,
  );
  return (
    <>
      <SegmentedControl
        label="Period"
        options={PRESET_OPTIONS}
        value={isPreset(range) ? range : null}
        onValueChange={onRangeChange}
      />
      {CustomPeriod ? (
        <CustomPeriod {...props} />
      ) : (
        <CustomPeriodButton range={range} aria-haspopup="dialog" onClick={loadCustomPeriod} />
      )}
    </>
  );
}
