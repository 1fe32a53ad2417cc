import { date, doublePrecision, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment, workspaceId } from "./columns";

/** Input price of a model in a workspace from a day (UTC) on, if it differs from the bundled list. */
export const modelPrice = pgTable(
  "model_price",
  {
    workspaceId: workspaceId(),
    model: text("model").notNull(),
    effectiveFrom: date("effective_from", { mode: "string" }).notNull(),
    /** US dollars per million tokens. */
    inputPrice: doublePrecision("input_price").notNull(),
    setBy: text("set_by").notNull(),
    setAt: moment("set_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.model, table.effectiveFrom] })],
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
