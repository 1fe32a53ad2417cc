import { Fragment, type ReactNode } from "react";
import { cn } from "../cn";
import { Term } from "../primitives/term";

export type KeyValuesProps = {
  items: readonly { label: string; value: ReactNode }[];
  /** Width of the labels in pixels: 112, in a side panel 92. */
  labelWidth?: 92 | 112;
  className?: string;
};

/** Shows names and values, one per line. */
export function KeyValues({ items, labelWidth = 112, className }: KeyValuesProps) {
  return (
    <dl
      className={cn(
        "grid gap-y-1.5",
        labelWidth === 92 ? "grid-cols-[92px_minmax(0,1fr)]" : "grid-cols-[112px_minmax(0,1fr)]",
        className,
      )}
    >
      {items.map(({ label, value }) => (
        <Fragment key={label}>
          <dt className="text-text-3">
            <Term>{label}</Term>
          </dt>
          <dd className="min-w-0 [overflow-wrap:anywhere]">{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** Shows names and values in one line ("Agents 6 · Handoffs 9"). */
export function MetricLine({
  items,
  className,
}: {
  items: readonly { label: string; value: ReactNode }[];
  className?: string;
}) {
  return (
    <dl className={cn("flex flex-wrap gap-x-7 gap-y-1", className)}>
      {items.map(({ label, value }) => (
        <div key={label} className="flex gap-1">
          <dt className="text-text-3">
            <Term>{label}</Term>
          </dt>
          <dd className="font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
