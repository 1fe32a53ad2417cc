"use client";

import type { ModelPrice } from "@baton/server/pricing";
import { type Column, DataTable } from "@baton/ui/data-table/data-table";
import { formatCompact } from "@baton/ui/format/number";
import { formatDate } from "@baton/ui/format/time";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Button } from "@baton/ui/primitives/button";
import { Input } from "@baton/ui/primitives/input";
import { Name } from "@baton/ui/primitives/name";
import { useState } from "react";
import type { RouterOutputs } from "@/server/root";
import { formatPrice } from "./format-price";
import { PriceDialog, typedPrice } from "./price-dialog";

type Prices = RouterOutputs["prices"]["list"];

/** A price of the bundled list, or one that the workspace set. */
type PriceRow = ModelPrice & { origin: string; isOwn: boolean; isOverridden: boolean };

type PricesPanelProps = {
  prices: Prices;
  /** Default first day of a new price, `YYYY-MM-DD`. */
  today: string;
  /** Null for users without edit permission. */
  editing: { onSet: (price: ModelPrice) => Promise<unknown>; onRemove: (price: ModelPrice) => void } | null;
};

/** Lists the current prices by model, newest first. */
export function PricesPanel({ prices, today, editing }: PricesPanelProps) {
  const [search, setSearch] = useState("");
  const rows = toRows(prices).filter(({ model }) => model.includes(search.trim().toLowerCase()));
  return (
    <Panel aria-label="Prices">
      <PanelHead
        title="Prices"
        note={`US dollars per million tokens; list of ${formatDate(new Date(prices.source.date), "UTC")}`}
        actions={
          editing && (
            <PriceDialog
              trigger={{ label: "Set a price", name: "Set a price" }}
              suggested={typedPrice({ model: "", effectiveFrom: today })}
              onSave={editing.onSet}
            />
          )
        }
      />
      <PanelBody>
        <Input
          type="search"
          className="max-w-72"
          aria-label="Find a model"
          placeholder="Find a model"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </PanelBody>
      <DataTable
        caption="Prices by model"
        rows={rows}
        keyOf={({ model, effectiveFrom, isOwn }) => `${model} ${effectiveFrom} ${isOwn}`}
        columns={[...COLUMNS, ...(editing ? [actionsColumn(today, editing)] : [])]}
        rowsAtOnce={50}
        empty={<EmptyState title="No models match">Change the name, or set a price.</EmptyState>}
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
  priceColumn("inputPrice", "Input"),
  priceColumn("cacheReadPrice", "Cache read", true),
  priceColumn("cacheWritePrice", "Cache write", true),
  priceColumn("outputPrice", "Output"),
  {
    id: "window",
    header: "Window",
    isNumeric: true,
    isSecondary: true,
    cell: ({ contextWindow }) => (contextWindow === null ? "" : formatCompact(contextWindow)),
  },
  {
    id: "origin",
    header: "Set by",
    isSecondary: true,
    cell: ({ origin, isOverridden }) => (isOverridden ? `${origin}; not active` : origin),
  },
];

function priceColumn(
  id: "inputPrice" | "outputPrice" | "cacheReadPrice" | "cacheWritePrice",
  header: string,
  isSecondary = false,
): Column<PriceRow> {
  return {
    id,
    header,
    isNumeric: true,
    isSecondary,
    cell: ({ [id]: price, isOverridden }) => (
      <span className={isOverridden ? "text-text-3 line-through" : undefined}>
        {price === null ? "" : formatPrice(price)}
      </span>
    ),
  };
}

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
          suggested={typedPrice({ ...row, effectiveFrom: today })}
          onSave={onSet}
        />
      ),
  };
}

function toRows({ own, listed }: Prices): PriceRow[] {
  const rows = [
    ...own.map((price) => ({ ...price, origin: price.setBy, isOwn: true, isOverridden: false })),
    ...listed.map((price) => ({ ...price, origin: price.provider, isOwn: false })),
  ];
  return rows.sort(
    (a, b) =>
      rankOf(a) - rankOf(b) ||
      a.model.localeCompare(b.model) ||
      b.effectiveFrom.localeCompare(a.effectiveFrom) ||
      Number(b.isOwn) - Number(a.isOwn),
  );
}

/** Returns 0 for prices that the workspace set, 1 for those of models, 2 for those of one host. */
function rankOf({ model, isOwn }: PriceRow): number {
  if (isOwn) return 0;
  return /\/|^[a-z-]+\./.test(model) ? 2 : 1;
}
