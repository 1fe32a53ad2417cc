import type { Convention } from "./convention";

/** Arize's OpenInference: `@arizeai/openinference-semantic-conventions` 2.12.0. */
export const OPENINFERENCE: Convention = {
  name: "openinference",
  kindKey: "openinference.span.kind",
  roles: new Map([
    ["LLM", "model"],
    ["EMBEDDING", "model"],
    ["AGENT", "agent"],
    ["TOOL", "tool"],
    ["CHAIN", "step"],
    ["RETRIEVER", "step"],
    ["RERANKER", "step"],
    ["GUARDRAIL", "step"],
    ["EVALUATOR", "step"],
    ["PROMPT", "step"],
  ]),
  texts: {
    agent: ["agent.name"],
    // Names an agent in the instrumentations of the OpenAI Agents SDK and CrewAI.
    ownName: ["graph.node.id"],
    session: ["session.id"],
    model: ["llm.model_name", "embedding.model_name"],
    tool: ["tool.name"],
  },
  counts: {
    inputTokens: ["llm.token_count.prompt"],
    outputTokens: ["llm.token_count.completion"],
    cacheReadTokens: ["llm.token_count.prompt_details.cache_read"],
    cacheWriteTokens: ["llm.token_count.prompt_details.cache_write"],
    reasoningTokens: ["llm.token_count.completion_details.reasoning"],
  },
};
