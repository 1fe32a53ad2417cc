import { formatCount } from "@baton/ui/format/number";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { SegmentedControl } from "@baton/ui/primitives/segmented-control";

export type ShownFields = "all" | "differing";

/** Filters the fields of a preview to those that differ, and shows their number. */
export function ShownFieldsControl({
  counts,
  shown,
  onShownChange,
}: {
  counts: Readonly<Record<ShownFields, number>>;
  shown: ShownFields;
  onShownChange: (shown: ShownFields) => void;
}) {
  return (
    <SegmentedControl
      label="Fields shown"
      options={[
        { value: "all", label: `All ${formatCount(counts.all)}` },
        { value: "differing", label: `Only differences ${formatCount(counts.differing)}` },
      ]}
      value={shown}
      onValueChange={onShownChange}
    />
  );
}

/** Shown instead of the list if no field differs. */
export function NoneDiffers({ children }: { children: string }) {
  return <EmptyState title="No differences">{children}</EmptyState>;
}
