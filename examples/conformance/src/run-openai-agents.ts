import { ContextCompiler, type ContextCompilerOptions } from "@baton/core";
import { batonInputFilter } from "@baton/example-openai-agents";
import { callItem, messageItem, type ModelRequest, startModelServer } from "@baton/example-openai-agents/model-server";
import { type ChatMessage, readText, toolCallsOf, writeText } from "@baton/example-session";
import { Agent, OpenAIProvider, Runner, tool, user } from "@openai/agents";
import { z } from "zod";
import type { ConformanceCase } from "./conformance-case";
import { type Script, toolNames, type Turn, writeScript } from "./script";

/**
 * Runs a case with the real SDK and a model server on loopback, and returns the server's request for the last
 * agent, without the SDK's own handoff calls.
 */
export async function runOpenAiAgents(given: ConformanceCase, session: ContextCompilerOptions): Promise<ChatMessage[]> {
  const script = writeScript(given);
  const waiting = new Map([...script.turns].map(([agent, turns]) => [agent, [...turns]]));
  let received: ChatMessage[] = [];
  const server = await startModelServer((request) => {
    const agent = request.instructions;
    if (agent === given.to) received = readWire(request);
    const turn = waiting.get(agent)?.shift();
    if (turn === undefined) throw new Error("The model was asked more often than the script has turns");
    const next = script.agents[script.agents.indexOf(agent) + 1];
    return answerWith(turn, waiting.get(agent)?.length === 0 ? next : undefined);
  });
  try {
    const runner = new Runner({
      modelProvider: new OpenAIProvider({ apiKey: "none", baseURL: server.baseUrl, useResponses: true }),
      model: "stub",
      tracingDisabled: true,
      handoffInputFilter: batonInputFilter(new ContextCompiler(session)),
    });
    const { observations, original_input } = given.request;
    await runner.run(
      chainAgents(script),
      [...observations, original_input].map((value) => user(writeText(value))),
    );
  } finally {
    await server.close();
  }
  return received;
}

/** Creates agents that can each hand off to the next; returns the first. */
function chainAgents(script: Script): Agent {
  const tools = toolNames(script).map((name) =>
    tool({
      name,
      description: "Looks something up",
      parameters: { type: "object", properties: {}, required: [], additionalProperties: true },
      strict: false,
      execute: async (_input, _context, details) => script.toolResults.get(details?.toolCall?.callId ?? "") ?? "",
    }),
  );
  const [first, ...others] = script.agents.toReversed();
  const last = new Agent({ name: first ?? "", instructions: first ?? "" });
  return others.reduce(
    (next, name) => new Agent({ name, instructions: name, tools, handoffs: [next] }),
    last,
  );
}

/** Converts a turn to output items of the Responses API, with the handoff call if there is one. */
function answerWith(turn: Turn, next: string | undefined): object[] {
  const said = turn.content === "" ? [] : [messageItem(writeText(turn.content))];
  const calls = toolCallsOf(turn).map(({ id, name, args }) => callItem(id, name, writeText(args)));
  const handOver = next === undefined ? [] : [callItem(`call_to_${next}`, `transfer_to_${next}`)];
  return [...said, ...calls, ...handOver];
}

const Text = z.union([
  z.string(),
  z.array(z.object({ text: z.string() })).transform((parts) => parts.map(({ text }) => text).join("")),
]);
const WireItem = z.union([
  z.object({ type: z.literal("function_call"), call_id: z.string(), name: z.string(), arguments: z.string() }),
  z.object({ type: z.literal("function_call_output"), call_id: z.string(), output: Text }),
  z.object({ role: z.enum(["user", "system", "assistant"]), content: Text }),
]);

/** Reads the conversation from a request. */
function readWire({ input }: ModelRequest): ChatMessage[] {
  return input.flatMap((item): ChatMessage[] => {
    const read = WireItem.parse(item);
    if ("role" in read) return [{ role: read.role, content: readText(read.content) }];
    if (read.call_id.startsWith("call_to_")) return [];
    if (read.type === "function_call_output") {
      return [{ role: "tool", tool_call_id: read.call_id, content: readText(read.output) }];
    }
    const call = { id: read.call_id, name: read.name, args: readText(read.arguments) };
    return [{ role: "assistant", content: "", tool_calls: [call] }];
  });
}
