import { ContextCompiler, type ContextCompilerOptions } from "@baton/core";
import { writeConversation, type ChatMessage } from "@baton/example-session";
import { type Agent, runInOrder } from "@baton/example-orchestrator-loop";
import type { ConformanceCase } from "./conformance-case";

/** Runs a case in the hand-written loop, and returns the conversation for the last agent. */
export async function runLoop(given: ConformanceCase, session: ContextCompilerOptions): Promise<ChatMessage[]> {
  let received: ChatMessage[] = [];
  const speakers = Object.entries(given.says).map(([agent, output]): [string, Agent] => [
    agent,
    async () => output,
  ]);
  const receiver: Agent = async (context) => {
    received = writeConversation(context);
    return "Done";
  };
  await runInOrder(new ContextCompiler(session), { ...Object.fromEntries(speakers), [given.to]: receiver }, given.request);
  return received;
}
