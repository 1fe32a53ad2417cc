import type { Convention } from "./convention";

/**
 * Vercel's AI SDK: `ai` 6.0.326 (the names of versions 4 and 5 are last). Version 7 writes OpenTelemetry's
 * names. An agent has the name that its developer set as `functionId`.
 */
export const AI_SDK: Convention = {
  name: "ai",
  kindKey: "ai.operationId",
  roles: new Map([
    ["ai.generateText", "agent"],
    ["ai.streamText", "agent"],
    ["ai.generateObject", "agent"],
    ["ai.streamObject", "agent"],
    ["ai.generateText.doGenerate", "model"],
    ["ai.streamText.doStream", "model"],
    ["ai.generateObject.doGenerate", "model"],
    ["ai.streamObject.doStream", "model"],
    ["ai.embed.doEmbed", "model"],
    ["ai.embedMany.doEmbed", "model"],
    ["ai.toolCall", "tool"],
    ["ai.embed", "step"],
    ["ai.embedMany", "step"],
    ["ai.rerank", "step"],
    ["ai.rerank.doRerank", "step"],
  ]),
  texts: {
    agent: ["ai.telemetry.functionId"],
    session: ["ai.telemetry.metadata.sessionId"],
    model: ["ai.response.model", "ai.model.id"],
    responseId: ["ai.response.id"],
    tool: ["ai.toolCall.name"],
  },
  counts: {
    inputTokens: ["ai.usage.inputTokens", "ai.usage.promptTokens", "ai.usage.tokens"],
    outputTokens: ["ai.usage.outputTokens", "ai.usage.completionTokens"],
    cacheReadTokens: ["ai.usage.inputTokenDetails.cacheReadTokens", "ai.usage.cachedInputTokens"],
    cacheWriteTokens: ["ai.usage.inputTokenDetails.cacheWriteTokens"],
    reasoningTokens: ["ai.usage.outputTokenDetails.reasoningTokens", "ai.usage.reasoningTokens"],
  },
};
