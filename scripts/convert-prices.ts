import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { ListedPrice } from "@baton/server/pricing";
import { listNewPrices, readLiteLlmPrices } from "@baton/server/pricing/litellm";
import { z } from "zod";

/**
 * Adds the prices of LiteLLM's price file to the bundled list. A price that did not change keeps its day.
 *
 *     npm run prices -- FILE --date 2026-08-01 --copy "github.com/OWNER/NAME at COMMIT"
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { date: { type: "string" }, copy: { type: "string" } },
});
const [file] = positionals;
if (!file || !values.date || !values.copy) {
  throw new Error('Usage: npm run prices -- FILE --date YYYY-MM-DD --copy "where the file is from"');
}

/** Hosts in the bundled list: makers, and the clouds that serve their models. Others come with an import. */
const HOSTS =
  /^(?:anthropic|openai|gemini|vertex_ai.*|mistral|codestral|deepseek|xai|bedrock.*|amazon_nova|azure|azure_ai|meta.*|groq|together_ai)$/;
/** Prices of one region of a host, whose names no client reports. */
const REGIONAL = /^(?:bedrock|azure|vertex_ai)\/[^/]+\//;

const text = readFileSync(file, "utf8");
const read = readLiteLlmPrices(JSON.parse(text), values.date);
if (!read) throw new Error(`${file} is not LiteLLM's model_prices_and_context_window.json.`);
const newer = read.filter(({ model, provider }) => HOSTS.test(provider) && !REGIONAL.test(model));

const target = new URL("../packages/server/src/pricing/price-list.json", import.meta.url);
const known = existsSync(target)
  ? z.array(ListedPrice).parse(JSON.parse(readFileSync(target, "utf8")).prices)
  : [];
const prices = [...known, ...listNewPrices(known, newer)].sort((a, b) =>
  `${a.model} ${a.effectiveFrom}` < `${b.model} ${b.effectiveFrom}` ? -1 : 1,
);
const source = {
  name: "LiteLLM model_prices_and_context_window.json, MIT license",
  copy: values.copy,
  date: values.date,
  sha256: createHash("sha256").update(text).digest("hex"),
};
const lines = prices.map((price) => `    ${JSON.stringify(shorten(price))}`).join(",\n");
writeFileSync(target, `{\n  "source": ${JSON.stringify(source)},\n  "prices": [\n${lines}\n  ]\n}\n`);
process.stdout.write(`${prices.length} prices, ${prices.length - known.length} of them new.\n`);

/** Returns a price with its name first and without the parts that are not known, which is a shorter line. */
function shorten({ model, effectiveFrom, provider, longContext, ...rest }: ListedPrice) {
  const known = (part: object) =>
    Object.fromEntries(Object.entries(part).filter(([, value]) => value !== null));
  const long = longContext && { longContext: known(longContext) };
  return { model, effectiveFrom, provider, ...known(rest), ...long };
}
