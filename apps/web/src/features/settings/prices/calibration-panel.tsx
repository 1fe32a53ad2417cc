import { type Column, DataTable } from "@baton/ui/data-table/data-table";
import { formatCount } from "@baton/ui/format/number";
import { Panel, PanelHead } from "@baton/ui/layout/panel";
import { Name } from "@baton/ui/primitives/name";
import type { RouterOutputs } from "@/server/root";

type CalibratedModel = RouterOutputs["prices"]["list"]["calibrations"][number];

/** Lists the models whose own token count is known from their recorded answers. */
export function CalibrationPanel({ models }: { models: readonly CalibratedModel[] }) {
  return (
    <Panel aria-label="Calibration">
      <PanelHead
        title="Calibration"
        note="model tokens per token of Baton’s count, from recorded answers; the value of savings uses it"
      />
      <DataTable
        caption="Calibration by model"
        rows={models}
        keyOf={({ model }) => model}
        columns={COLUMNS}
        isCompact
      />
    </Panel>
  );
}

const COLUMNS: readonly Column<CalibratedModel>[] = [
  { id: "model", header: "Model", cell: ({ model }) => <Name isCode>{model}</Name> },
  { id: "factor", header: "Factor", isNumeric: true, cell: ({ factor }) => factor.toFixed(2) },
  {
    id: "range",
    header: "8 of 10 answers",
    isNumeric: true,
    cell: ({ lowFactor, highFactor }) => `${lowFactor.toFixed(2)} to ${highFactor.toFixed(2)}`,
  },
  { id: "answers", header: "Answers", isNumeric: true, cell: ({ answers }) => formatCount(answers) },
];
