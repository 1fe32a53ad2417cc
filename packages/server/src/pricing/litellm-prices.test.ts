import { expect, it } from "vitest";
import { listNewPrices, readLiteLlmPrices } from "./litellm-prices";

const DAY = "2026-08-01";
const chat = (litellm_provider: string, fields: object) => ({ litellm_provider, mode: "chat", ...fields });
const OPUS = {
  input_cost_per_token: 5e-6,
  output_cost_per_token: 2.5e-5,
  cache_creation_input_token_cost: 6.25e-6,
  cache_creation_input_token_cost_above_1hr: 1e-5,
  cache_read_input_token_cost: 5e-7,
  max_input_tokens: 1_000_000,
};
const FILE = {
  sample_spec: { input_cost_per_token: 0, litellm_provider: "one of …", mode: "one of: chat" },
  "us.anthropic.claude-opus-4-8": chat("bedrock_converse", { ...OPUS, input_cost_per_token: 5.5e-6 }),
  "anthropic.claude-opus-4-8": chat("bedrock_converse", OPUS),
  "vertex_ai/claude-opus-4-8@default": chat("vertex_ai-anthropic_models", OPUS),
  "claude-opus-4-8-20260501": chat("anthropic", OPUS),
  "claude-opus-4-8": chat("anthropic", OPUS),
  "gpt-5.4": {
    litellm_provider: "openai",
    mode: "responses",
    input_cost_per_token: 2.5e-6,
    input_cost_per_token_above_272k_tokens: 5e-6,
    output_cost_per_token: 1.5e-5,
    output_cost_per_token_above_272k_tokens: 2.25e-5,
    cache_read_input_token_cost: 2.5e-7,
    max_tokens: 1_050_000,
  },
  "free-model": chat("gemini", { input_cost_per_token: 0, output_cost_per_token: 0 }),
  "text-embedding-3-small": { litellm_provider: "openai", mode: "embedding", input_cost_per_token: 2e-8 },
  "bedrock/*/1-month-commitment/claude": chat("bedrock", { input_cost_per_token: 1e-6 }),
  broken: chat("openai", { input_cost_per_token: "a lot" }),
};

it("readLiteLlmPrices reads prices per million tokens, each once under the shortest name", () => {
  const opus = {
    effectiveFrom: DAY,
    inputPrice: 5,
    outputPrice: 25,
    cacheWritePrice: 6.25,
    cacheWrite1hPrice: 10,
    cacheReadPrice: 0.5,
    longContext: null,
    contextWindow: 1_000_000,
  };
  expect(readLiteLlmPrices(FILE, DAY)).toEqual([
    { ...opus, model: "claude-opus-4-8", provider: "anthropic" },
    {
      model: "gpt-5.4",
      effectiveFrom: DAY,
      provider: "openai",
      inputPrice: 2.5,
      outputPrice: 15,
      cacheWritePrice: null,
      cacheWrite1hPrice: null,
      cacheReadPrice: 0.25,
      longContext: {
        aboveTokens: 272_000,
        inputPrice: 5,
        outputPrice: 22.5,
        cacheWritePrice: null,
        cacheWrite1hPrice: null,
        cacheReadPrice: null,
      },
      contextWindow: 1_050_000,
    },
    { ...opus, model: "us.anthropic.claude-opus-4-8", provider: "bedrock_converse", inputPrice: 5.5 },
  ]);
});

it.each([null, [], "text", {}, { gpt: 3 }])("readLiteLlmPrices rejects %j", (file) => {
  expect(readLiteLlmPrices(file, DAY)).toBeNull();
});

it("listNewPrices keeps the day of a price that did not change", () => {
  const known = readLiteLlmPrices(FILE, DAY) ?? [];
  const cheaper = { ...OPUS, input_cost_per_token: 4e-6 };
  const later = { ...FILE, "claude-opus-4-8": chat("anthropic", cheaper), "gpt-6": chat("openai", cheaper) };
  const newer = readLiteLlmPrices(later, "2026-09-01") ?? [];
  expect(listNewPrices(known, known)).toEqual([]);
  const added = listNewPrices(known, newer).map(({ model, effectiveFrom, inputPrice }) => [
    model,
    effectiveFrom,
    inputPrice,
  ]);
  expect(added).toContainEqual(["claude-opus-4-8", "2026-09-01", 4]);
  expect(added).toContainEqual(["gpt-6", "2026-09-01", 4]);
  expect(added).not.toContainEqual(expect.arrayContaining(["gpt-5.4"]));
});
