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
  const [there, back] = [
    { fromAgentId: caller, agentId: tool.name },
    { fromAgentId: tool.name, agentId: caller },
  ];
  return {
    ...tool,
    async invoke(context, input, details) {
      const request = compiler.scopeText({ ...there, kind: "request", text: promptIn(input) });
      if (request.refusal !== null) return request.text;
      const answer = await tool.invoke(context, withPrompt(input, request.text), details);
      if (typeof answer !== "string" || answer === "") return answer;
      return compiler.scopeText({ ...back, kind: "answer", text: answer }).text;
    },
  };
}

/** Returns the prompt in a tool's input; the whole input if the tool has other parameters. */
function promptIn(input: string): string {
  return readPrompt(input) ?? input;
}

function withPrompt(input: string, prompt: string): string {
  return readPrompt(input) === null ? prompt : JSON.stringify({ input: prompt });
}

function readPrompt(input: string): string | null {
  try {
    const value: unknown = JSON.parse(input);
    const isPrompt = typeof value === "object" && value !== null && Object.keys(value).join() === "input";
    return isPrompt && "input" in value && typeof value.input === "string" ? value.input : null;
  } catch {
    return null;
  }
}
