import type { Column } from "@baton/ui/data-table/data-table";
import { formatCompact, formatCount, formatMoney } from "@baton/ui/format/number";
import { Name } from "@baton/ui/primitives/name";
import { NotRecorded } from "@/frame/not-recorded";
import type { RouterOutputs } from "@/server/root";

export type ModelUsage = RouterOutputs["traffic"]["usage"][number];

/** Columns of a table of model calls by model, in tokens. */
export const MODEL_USAGE_COLUMNS: readonly Column<ModelUsage>[] = [
  {
    id: "model",
    header: "Model",
    cell: ({ model }) => (model === null ? <NotRecorded /> : <Name isCode>{model}</Name>),
  },
  { id: "calls", header: "Calls", isNumeric: true, cell: ({ calls }) => formatCount(calls) },
  {
    id: "input",
    header: "Input",
    isNumeric: true,
    cell: ({ inputTokens }) => formatCompact(inputTokens),
  },
  {
    id: "written",
    header: "Cache write",
    isNumeric: true,
    isSecondary: true,
    cell: ({ cacheCreationTokens }) => formatCompact(cacheCreationTokens),
  },
  {
    id: "read",
    header: "Cache read",
    isNumeric: true,
    isSecondary: true,
    cell: ({ cacheReadTokens }) => formatCompact(cacheReadTokens),
  },
  {
    id: "output",
    header: "Output",
    isNumeric: true,
    cell: ({ outputTokens }) => formatCompact(outputTokens),
  },
  {
    id: "cost",
    header: "Cost",
    isNumeric: true,
    cell: ({ dollars }) => (dollars === null ? <NotRecorded>no price</NotRecorded> : formatMoney(dollars)),
  },
];

const CACHE_COLUMNS = ["written", "read"];

/** Columns of such a table for a side panel: the input includes what was cached. */
export const SIDE_MODEL_USAGE_COLUMNS: readonly Column<ModelUsage>[] = MODEL_USAGE_COLUMNS.filter(
  ({ id }) => !CACHE_COLUMNS.includes(id),
).map((column) =>
  column.id === "input"
    ? {
        ...column,
        header: "Input, cached too",
        cell: ({ inputTokens, cacheCreationTokens, cacheReadTokens }) =>
          formatCompact(inputTokens + cacheCreationTokens + cacheReadTokens),
      }
    : column,
);
