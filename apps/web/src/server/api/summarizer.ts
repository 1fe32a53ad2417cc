import { type OpenAiSummarizer, summarizerFromEnvironment } from "@baton/core/summarizer";
import { getPriceBook } from "@baton/db";
import { Refusal } from "@baton/http";
import { costOfSummary } from "@baton/server/pricing";
import { z } from "@hono/zod-openapi";
import type { ApiContext } from "./create-api";

/** Request field that lets the model of the server shorten texts. */
export const Rephrase = z.boolean().default(false).meta({
  description: "True lets the model of the server shorten texts. The answer has its tokens and cost.",
});

/** Usage of the server's model by one request. */
export const SummarizerCost = z
  .object({
    model: z.string().nullable(),
    tokens: z.int(),
    dollars: z.number().nullable().meta({ description: "US dollars; null without a price of the model." }),
  })
  .nullable()
  .meta({ description: "Usage of the server's model; null if it was not asked, or did not answer." });

/** Returns the model of the server. @throws Refusal 422 without one. */
export function requireSummarizer(): OpenAiSummarizer {
  const summarizer = summarizerFromEnvironment();
  if (summarizer) return summarizer;
  const message =
    "This server has no model for summaries. Set BATON_SUMMARIZER_URL and BATON_SUMMARIZER_MODEL.";
  throw new Refusal(422, "refused", message);
}

/** Returns what a model used, with its cost at the prices of the workspace. */
export async function describeSummarizerCost(
  { db }: ApiContext,
  workspaceId: string,
  use: {
    tokens?: number | null | undefined;
    outputTokens?: number | null | undefined;
    model?: string | null | undefined;
  },
): Promise<z.output<typeof SummarizerCost>> {
  if (use.tokens == null) return null;
  const { tokens, model = null } = use;
  const dollars = costOfSummary(await getPriceBook(db, { workspaceId }), {
    summarizerTokens: tokens,
    summarizerOutputTokens: use.outputTokens ?? null,
    summarizerModel: model,
    occurredAt: new Date(),
  });
  return { model, tokens, dollars: dollars === null ? null : Number(dollars.toFixed(6)) };
}

/** Returns what an event of a compaction says that a model used. */
export function useOfEvent(event: {
  summarizer_tokens?: number | null | undefined;
  summarizer_output_tokens?: number | null | undefined;
  summarizer_model?: string | null | undefined;
}) {
  return {
    tokens: event.summarizer_tokens,
    outputTokens: event.summarizer_output_tokens,
    model: event.summarizer_model,
  };
}
