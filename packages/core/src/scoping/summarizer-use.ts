import type { SummaryReply } from "./summarize";

/** Usage of a model for summaries. */
export interface SummarizerUse {
  /** Tokens of all requests and responses. */
  readonly tokens: number;
  /** Part of `tokens` that the model wrote; null if not counted. */
  readonly outputTokens: number | null;
  /** Name of the model; null if the summarizer does not name it. */
  readonly model: string | null;
}

/** Adds a reply to what was used before. @returns null as long as no model replied. */
export function addUse(use: SummarizerUse | null, reply: SummaryReply): SummarizerUse | null {
  if (typeof reply === "string") return use;
  const { tokensUsed, outputTokens = null, model = null } = reply;
  if (use === null) return { tokens: tokensUsed, outputTokens, model };
  return {
    tokens: use.tokens + tokensUsed,
    outputTokens: use.outputTokens === null || outputTokens === null ? null : use.outputTokens + outputTokens,
    model: use.model ?? model,
  };
}

/** Returns the fields of an event that record what a summarizer used; empty without one. */
export function summarizerFields(use: SummarizerUse | null) {
  if (use === null) return {};
  const { tokens, outputTokens, model } = use;
  return {
    summarizer_tokens: tokens,
    ...(outputTokens === null ? {} : { summarizer_output_tokens: outputTokens }),
    ...(model === null ? {} : { summarizer_model: model }),
  };
}
