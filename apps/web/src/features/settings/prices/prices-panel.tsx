"use client";

import type { ModelPrice } from "@baton/server/pricing";
import { type Column, DataTable } from "@baton/ui/data-table/data-table";
import { formatDate } from "@baton/ui/format/time";
import { Panel, PanelHead } from "@baton/ui/layout/panel";
import { Button } from "@baton/ui/primitives/button";
import { Name } from "@baton/ui/primitives/name";
import type { RouterOutputs } from "@/server/root";
import { formatPrice } from "./format-price";
import { PriceDialog } from "./price-dialog";

type Prices = RouterOutputs["prices"]["list"];

/** A price of the bundled list, or one that the workspace set. */
type PriceRow = ModelPrice & { origin: string; isOwn: boolean; isOverridden: boolean };

export type PricesPanelProps = {
  prices: Prices;
  /** Default first day of a new price, `YYYY-MM-DD`. */
  today: string;
  /** Null for users without edit permission. */
  editing: { onSet: (price: ModelPrice) => Promise<unknown>; onRemove: (price: ModelPrice) => void } | null;
};

/** Lists the current prices by model, newest first. */
export function PricesPanel({ prices, today, editing }: PricesPanelProps) {
  const rows = toRows(prices);
  return (
    <Panel aria-label="Prices">
      <PanelHead
        title="Prices"
        note="US dollars per million uncached input tokens"
        actions={
          editing && (
            <PriceDialog
              trigger={{ label: "Set a price", name: "Set a price" }}
              suggested={{ model: prices.unpriced.first[0] ?? "", effectiveFrom: today, inputPrice: "" }}
              onSave={editing.onSet}
            />
          )
        }
      />
      <DataTable
        caption="Prices by model"
        rows={rows}
        keyOf={({ model, effectiveFrom, isOwn }) => `${model} ${effectiveFrom} ${isOwn}`}
        columns={[...COLUMNS, ...(editing ? [actionsColumn(today, editing)] : [])]}
        isCompact
      />
    </Panel>
  );
}

const COLUMNS: readonly Column<PriceRow>[] = [
  { id: "model", header: "Model", cell: ({ model }) => <Name isCode>{model}</Name> },
  {
    id: "from",
    header: "From",
    isNumeric: true,
    cell: ({ effectiveFrom }) => formatDate(new Date(effectiveFrom), "UTC"),
  },
  {
    id: "price",
    header: "Price",
    isNumeric: true,
    cell: ({ inputPrice, isOverridden }) => (
      <span className={isOverridden ? "text-text-3 line-through" : undefined}>{formatPrice(inputPrice)}</span>
    ),
  },
  {
    id: "origin",
    header: "Set by",
    isSecondary: true,
    cell: ({ origin, isOverridden }) => (isOverridden ? `${origin}; not active` : origin),
  },
];

function actionsColumn(
  today: string,
  { onSet, onRemove }: NonNullable<PricesPanelProps["editing"]>,
): Column<PriceRow> {
  return {
    id: "actions",
    header: <span className="sr-only">Actions</span>,
    className: "text-right",
    cell: (row) =>
      row.isOwn ? (
        <Button
          size="sm"
          variant="ghost"
          aria-label={`Remove the price of ${row.model} from ${row.effectiveFrom}`}
          onClick={() => onRemove(row)}
        >
          Remove
        </Button>
      ) : (
        <PriceDialog
          trigger={{ label: "Change", name: `Change the price of ${row.model}` }}
          suggested={{ model: row.model, effectiveFrom: today, inputPrice: String(row.inputPrice) }}
          onSave={onSet}
        />
      ),
  };
}

function toRows({ own, listed }: Prices): PriceRow[] {
  const rows = [
    ...own.map((price) => ({ ...price, origin: price.setBy, isOwn: true, isOverridden: false })),
    ...listed.map((price) => ({ ...price, origin: `${price.provider}, list price`, isOwn: false })),
  ];
  return rows.sort(
    (a, b) =>
      a.model.localeCompare(b.model) ||
      b.effectiveFrom.localeCompare(a.effectiveFrom) ||
      Number(b.isOwn) - Number(a.isOwn),
  );
}
