import type { ModelPrice } from "@baton/server/pricing";
import {
  boolean,
  date,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from "drizzle-orm/pg-core";
import { moment, workspaceId } from "./columns";

/** Prices of a model in a workspace from a day (UTC) on, if they differ from the bundled list. */
export const modelPrice = pgTable(
  "model_price",
  {
    workspaceId: workspaceId(),
    model: text("model").notNull(),
    effectiveFrom: date("effective_from", { mode: "string" }).notNull(),
    /** True if it is from an imported list; one that an owner set applies before it. */
    isImported: boolean("is_imported").notNull().default(false),
    /** The host that charges it, as the imported list names it. */
    provider: text("provider"),
    /** US dollars per million tokens, like the next four; null if unknown. */
    inputPrice: doublePrecision("input_price").notNull(),
    outputPrice: doublePrecision("output_price"),
    cacheWritePrice: doublePrecision("cache_write_price"),
    cacheWrite1hPrice: doublePrecision("cache_write_1h_price"),
    cacheReadPrice: doublePrecision("cache_read_price"),
    longContext: jsonb("long_context").$type<NonNullable<ModelPrice["longContext"]>>(),
    /** In tokens. */
    contextWindow: integer("context_window"),
    setBy: text("set_by").notNull(),
    setAt: moment("set_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.model, table.effectiveFrom, table.isImported] }),
  ],
);

/** The model whose price applies to events without a model; a workspace without a row has none. */
export const defaultModel = pgTable(
  "default_model",
  {
    workspaceId: workspaceId(),
    model: text("model").notNull(),
    setBy: text("set_by").notNull(),
    setAt: moment("set_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId] })],
);
