import type { Convention } from "./convention";

/**
 * OpenTelemetry's semantic conventions for generative AI: semantic-conventions 1.27 to 1.41, and
 * semantic-conventions-genai 0.1.0 with the renames of its main branch (`cache_creation` to `cache_write`).
 * Older and similar names of instrumentations (OpenLLMetry 0.4x) are last.
 */
export const GEN_AI: Convention = {
  name: "gen_ai",
  kindKey: "gen_ai.operation.name",
  prefix: "gen_ai.",
  roles: new Map([
    ["chat", "model"],
    ["generate_content", "model"],
    ["text_completion", "model"],
    ["embeddings", "model"],
    // OpenLLMetry's name for a call of OpenAI's Responses API.
    ["response", "model"],
    ["invoke_agent", "agent"],
    ["invoke_workflow", "workflow"],
    ["execute_tool", "tool"],
    ["create_agent", "step"],
    // One turn of an agent in the AI SDK 7.
    ["agent_step", "step"],
    ["plan", "step"],
    ["retrieval", "step"],
    ["rerank", "step"],
  ]),
  texts: {
    agent: ["gen_ai.agent.name"],
    session: ["gen_ai.conversation.id", "session.id"],
    model: ["gen_ai.response.model", "gen_ai.request.model"],
    responseId: ["gen_ai.response.id"],
    tool: ["gen_ai.tool.name"],
    handoffFrom: ["gen_ai.agent.handoff.source.name"],
    handoffTo: ["gen_ai.agent.handoff.target.name"],
    input: ["gen_ai.input.messages"],
  },
  counts: {
    inputTokens: ["gen_ai.usage.input_tokens", "gen_ai.usage.prompt_tokens"],
    outputTokens: ["gen_ai.usage.output_tokens", "gen_ai.usage.completion_tokens"],
    cacheReadTokens: ["gen_ai.usage.cache_read.input_tokens", "gen_ai.usage.cache_read_input_tokens"],
    cacheWriteTokens: [
      "gen_ai.usage.cache_write.input_tokens",
      "gen_ai.usage.cache_creation.input_tokens",
      "gen_ai.usage.cache_creation_input_tokens",
    ],
    reasoningTokens: ["gen_ai.usage.reasoning.output_tokens", "gen_ai.usage.reasoning_tokens"],
  },
  compactedKey: "gen_ai.conversation.compacted",
};
