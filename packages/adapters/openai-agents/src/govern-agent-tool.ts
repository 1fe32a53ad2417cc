import type { Baton } from "@baton/core/node";
import type { Tool } from "@openai/agents";

/**
 * Returns a tool that scopes the prompt for the agent behind it, and the answer. Other tools stay the same. A prompt that
 * a rule refuses is answered with the reason, so that the caller can correct it.
 */
export function governAgentTool<TContext>(
  tool: Tool<TContext>,
  { baton, caller }: { baton: Baton; caller: string },
): Tool<TContext> {
  // Only tools of `asTool` have events.
  if (tool.type !== "function" || !("on" in tool)) return tool;
  const { compiler } = baton;
  const called = tool.name;
  return {
    ...tool,
    async invoke(context, json, details) {
      const call = compiler.scopeCall({ fromAgentId: caller, agentId: called }, parse(json));
      if (call.refusal !== null) return call.refusal;
      const answer = await tool.invoke(context, JSON.stringify(call.input), details);
      if (answer === "") return answer;
      return String(compiler.scopeAnswer({ fromAgentId: called, agentId: caller }, answer));
    },
  };
}

/** The SDK itself reports arguments that are not JSON to the model. */
function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}
