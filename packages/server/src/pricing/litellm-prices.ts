import { z } from "zod";
import { modelFamily, modelNames } from "./model-name";
import { isSamePrice, ListedPrice, type Rates } from "./model-price";

/** The modes whose calls consist of input and output tokens. */
const MODES = new Set(["chat", "responses", "completion"]);
const LONG_CONTEXT = /^input_cost_per_token_above_(\d+)k_tokens$/;

/**
 * Providers that charge a model's own list price, the preferred first. The price of a model without a host in
 * its name is theirs.
 */
const MAKERS = [
  "anthropic",
  "openai",
  "gemini",
  "vertex_ai-language-models",
  "mistral",
  "deepseek",
  "xai",
  "bedrock_converse",
  "bedrock",
];

const Entry = z.looseObject({ litellm_provider: z.string().min(1), mode: z.string().optional() });
const Price = z.number().min(0);

/**
 * Reads LiteLLM's price file (`model_prices_and_context_window.json`): the prices of all models that are charged
 * by input and output tokens. A price that follows from a shorter name of the same model is left out.
 *
 * @param effectiveFrom the day of the file (UTC), `YYYY-MM-DD`. The file itself has no dates.
 * @returns null if the value is not such a file; prices by model name otherwise.
 */
export function readLiteLlmPrices(file: unknown, effectiveFrom: string): ListedPrice[] | null {
  const entries = z.record(z.string(), z.unknown()).safeParse(file);
  if (!entries.success) return null;
  const prices = Object.entries(entries.data).flatMap(
    ([name, entry]) => readPrice(name, entry, effectiveFrom) ?? [],
  );
  return prices.length === 0 ? null : withoutRepeats(prices);
}

function readPrice(name: string, value: unknown, effectiveFrom: string): ListedPrice | null {
  const entry = Entry.safeParse(value);
  if (!entry.success || name.includes("*") || name.includes("-commitment/")) return null;
  const { litellm_provider: provider, mode, ...fields } = entry.data;
  if (!MODES.has(mode ?? "")) return null;
  const rates = readRates(fields, "");
  // The file has zero for models that are free for a while, or whose price is not known.
  if (rates === null || rates.inputPrice === 0) return null;
  const price = ListedPrice.safeParse({
    model: name.toLowerCase(),
    effectiveFrom,
    provider,
    ...rates,
    longContext: readLongContext(fields),
    contextWindow: fields.max_input_tokens ?? fields.max_tokens ?? null,
  });
  return price.success ? price.data : null;
}

function readRates(fields: Record<string, unknown>, ending: string): Rates | null {
  const read = (name: string) => {
    const price = Price.safeParse(fields[`${name}${ending}`]);
    return price.success ? perMillion(price.data) : null;
  };
  const inputPrice = read("input_cost_per_token");
  if (inputPrice === null) return null;
  return {
    inputPrice,
    outputPrice: read("output_cost_per_token"),
    cacheWritePrice: read("cache_creation_input_token_cost"),
    cacheWrite1hPrice: read("cache_creation_input_token_cost_above_1hr"),
    cacheReadPrice: read("cache_read_input_token_cost") ?? read("input_cost_per_token_cache_hit"),
  };
}

function readLongContext(fields: Record<string, unknown>): ListedPrice["longContext"] {
  const thousands = Object.keys(fields).flatMap((name) => LONG_CONTEXT.exec(name)?.[1] ?? []);
  const [first] = thousands.map(Number).sort((a, b) => a - b);
  if (first === undefined) return null;
  const rates = readRates(fields, `_above_${first}k_tokens`);
  return rates && { aboveTokens: first * 1_000, ...rates };
}

/** Rounds to a millionth of a dollar, because the file's numbers are products of floats. */
function perMillion(dollars: number): number {
  return Math.round(dollars * 1e12) / 1e6;
}

/** Keeps each family's own price under the family's name, and others only if they differ from it. */
function withoutRepeats(prices: readonly ListedPrice[]): ListedPrice[] {
  const kept = new Map<string, ListedPrice>();
  for (const price of [...prices].sort(compareBase)) {
    const family = modelFamily(price.model);
    if (!kept.has(family)) kept.set(family, { ...price, model: family });
    const found = modelNames(price.model).map((name) => kept.get(name));
    const resolved = found.find((each) => each !== undefined);
    if (resolved && isSamePrice(resolved, price)) continue;
    kept.set(price.model, price);
  }
  return [...kept.values()].sort((a, b) => (a.model < b.model ? -1 : 1));
}

/** Sorts makers first, then shorter names, because a snapshot's name is longer than its family's. */
function compareBase(a: ListedPrice, b: ListedPrice): number {
  const rank = ({ provider }: ListedPrice) =>
    MAKERS.includes(provider) ? MAKERS.indexOf(provider) : MAKERS.length;
  return rank(a) - rank(b) || a.model.length - b.model.length || (a.model < b.model ? -1 : 1);
}

/**
 * Returns the prices of a newer list that are not known yet, because the model is new or its price changed.
 *
 * @param known prices in any order.
 */
export function listNewPrices(known: readonly ListedPrice[], newer: readonly ListedPrice[]): ListedPrice[] {
  const latest = new Map<string, ListedPrice>();
  for (const price of known) {
    const other = latest.get(price.model);
    if (!other || other.effectiveFrom <= price.effectiveFrom) latest.set(price.model, price);
  }
  return newer.filter((price) => {
    const before = latest.get(price.model);
    return !before || (!isSamePrice(before, price) && before.effectiveFrom <= price.effectiveFrom);
  });
}
