import { countOf } from "@baton/core/internal";
import { readLiteLlmPrices } from "@baton/server/pricing/litellm";
import { importPrices } from "@baton/services/price/import-prices";
import type { Command } from "commander";
import { CommandError } from "../command-error";
import { createIfMissing } from "../create-workspace";
import { withDatabase } from "../database";
import { readJsonInput } from "../input";
import { JSON_OPTION, printJson, printText } from "../output";

/** The user with direct access to the database. */
const COMMAND_LINE = { id: "cli", name: "command line" };

interface UpdateOptions {
  workspace: string;
  from?: string;
  json?: true;
}

/** `baton prices …`: update the prices of models. */
export function registerPrices(program: Command): void {
  const prices = program
    .command("prices")
    .summary("update the prices of models")
    .description("Update the prices of models, from which Baton computes costs.");
  prices
    .command("update")
    .summary("import LiteLLM's price file")
    .description(
      "Import LiteLLM's public price file (model_prices_and_context_window.json) into a workspace. New and changed\nprices apply from a day on; prices that an owner set stay. The audit log records it.",
    )
    .argument("<file>", "the price file, or its http(s) address; - is standard input")
    .option("--workspace <id>", "workspace ID (created if missing)", "default")
    .option("--from <day>", "first day (UTC) of the prices, as 2026-11-01 (default: today)")
    .option(...JSON_OPTION)
    .action(update);
}

async function update(source: string, { workspace: workspaceId, from, json }: UpdateOptions): Promise<void> {
  const day = from ?? new Date().toISOString().slice(0, 10);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) throw new CommandError("Give --from a day such as 2026-11-01.");
  const file = /^https?:\/\//.test(source) ? await fetchJson(source) : await readJsonInput(source);
  const prices = readLiteLlmPrices(file, day);
  if (!prices) {
    throw new CommandError(`${source} is not LiteLLM's price file (model_prices_and_context_window.json).`);
  }
  const counts = await withDatabase(async (db) => {
    await createIfMissing(db, workspaceId);
    return importPrices(db, { workspaceId, actor: COMMAND_LINE, list: { source, prices } });
  });
  if (json)
    return printJson({ ok: true, workspace: workspaceId, read: counts.readCount, new: counts.newCount });
  printText(
    `Read ${countOf(counts.readCount, "price")}. ${countOf(counts.newCount, "price is", "prices are")} new or changed from ${day} on.`,
  );
}

async function fetchJson(address: string): Promise<unknown> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(60_000) });
    if (response.ok) return await response.json();
    throw new Error(`the server answered ${response.status}`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`Could not read ${address}: ${reason}.`);
  }
}
