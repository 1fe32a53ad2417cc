"use client";

import { Download } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { Panel, PanelBody, PanelHead } from "../layout/panel";
import { Button } from "../primitives/button";
import { SegmentedControl } from "../primitives/segmented-control";

export type ChartWithTableProps = {
  title: string;
  /** Unit, and the number of omitted items ("tokens, gross", "8 of 23 pairs"). */
  note?: ReactNode;
  /** Other views of the same chart ("Split by"), before the switch to the table. */
  actions?: ReactNode;
  /** The chart. Load it on demand, with a ChartSkeleton as placeholder. */
  chart: ReactNode;
  /** Content next to the chart, or below it on a small screen: the Ledger. */
  aside?: ReactNode;
  /** The same values as a SeriesTable or DataTable, for screen readers. */
  table: ReactNode;
  /** Downloads the values as a file. */
  onDownload?: () => void;
  foot?: ReactNode;
};

/** Shows a panel with a chart, its legend and a switch to its table. */
export function ChartWithTable({
  title,
  note,
  actions,
  chart,
  aside,
  table,
  onDownload,
  foot,
}: ChartWithTableProps) {
  const [view, setView] = useState<"chart" | "table">("chart");
  const titleId = useId();
  return (
    <Panel aria-labelledby={titleId}>
      <PanelHead
        title={title}
        titleId={titleId}
        note={note}
        actions={
          <>
            {actions}
            <div className="flex gap-2 max-sm:w-full">
              <SegmentedControl
                label="Show as"
                className="max-sm:w-auto max-sm:flex-1"
                options={[
                  { value: "chart", label: "Chart" },
                  { value: "table", label: "Table" },
                ]}
                value={view}
                onValueChange={setView}
              />
              {onDownload && (
                <Button onClick={onDownload}>
                  <Download className="size-3.5" aria-hidden />
                  CSV
                </Button>
              )}
            </div>
          </>
        }
      />
      {view === "table" ? (
        table
      ) : (
        <PanelBody
          className={
            aside
              ? "grid grid-cols-[minmax(0,1fr)_312px] items-start gap-7 max-md:grid-cols-1 max-md:gap-4"
              : ""
          }
        >
          {chart}
          {aside}
        </PanelBody>
      )}
      {foot}
    </Panel>
  );
}
