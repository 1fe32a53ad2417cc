import { z } from "zod";
import type { UsageFacts } from "./session-record";

const Part = z.looseObject({
  text: z.string().optional().catch(undefined),
  functionResponse: z
    .looseObject({
      id: z.string().optional().catch(undefined),
      response: z
        .looseObject({
          output: z.string().optional().catch(undefined),
          error: z.string().optional().catch(undefined),
        })
        .optional()
        .catch(undefined),
    })
    .optional()
    .catch(undefined),
});

/** Content of the Gemini API: a text, a part, or a list of them. */
export const GeminiParts = z
  .union([z.string(), z.array(z.union([z.string(), Part])), Part])
  .nullish()
  .catch(null);

/** Returns the texts of parts and of tool responses, one per line. */
export function partsText(parts: z.infer<typeof GeminiParts>): string {
  const list = parts == null ? [] : Array.isArray(parts) ? parts : [parts];
  return list
    .flatMap((part) => {
      if (typeof part === "string") return part;
      const { text, functionResponse } = part;
      return text ?? functionResponse?.response?.output ?? functionResponse?.response?.error ?? [];
    })
    .join("\n");
}

/** Token counts of a call by the names of the Gemini API. */
export interface GeminiCounts {
  /** Includes cached tokens. */
  prompt: number | null | undefined;
  candidates: number | null | undefined;
  cached: number | null | undefined;
  thoughts: number | null | undefined;
  /** Results of the provider's own tools, which are not part of the prompt. */
  tool?: number | null | undefined;
  total: number | null | undefined;
}

/**
 * Returns the parts that are billed separately. Google counts thoughts separately from the candidates;
 * providers with OpenAI's API include them, as the total shows.
 */
export function countGeminiUsage(
  counts: GeminiCounts,
): Pick<UsageFacts, "inputTokens" | "cacheReadTokens" | "outputTokens" | "reasoningTokens"> {
  const [prompt, candidates, cached, thoughts, tool] = [
    counts.prompt ?? 0,
    counts.candidates ?? 0,
    counts.cached ?? 0,
    counts.thoughts ?? 0,
    counts.tool ?? 0,
  ];
  const isWithin = counts.total === prompt + candidates + tool && candidates >= thoughts;
  return {
    inputTokens: Math.max(0, prompt - cached) + tool,
    cacheReadTokens: cached,
    outputTokens: isWithin ? candidates : candidates + thoughts,
    reasoningTokens: thoughts,
  };
}
