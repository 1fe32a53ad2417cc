import type { ReactNode } from "react";

/** A grid of numbers for print. */
export function ReportNumbers({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-4 gap-px border border-line bg-line max-sm:grid-cols-2 print:grid-cols-4">
      {children}
    </dl>
  );
}

/** A number with its label and, below it, its change. */
export function ReportNumber({ label, value, note }: { label: string; value: string; note: ReactNode }) {
  return (
    <div className="break-inside-avoid bg-surface px-3 py-2">
      <dt className="text-sm text-text-2">{label}</dt>
      <dd>
        <span className="font-semibold text-num">{value}</span>
        {note && <span className="block text-sm text-text-3">{note}</span>}
      </dd>
    </div>
  );
}
