import type { Baton } from "@baton/core/node";

/** The agents behind tools. */
interface AgentTools {
  /** The agent that has the tools. */
  readonly caller: string;
  /** Name of a tool → the agent that it calls. Other tools stay the same. */
  readonly agents: Readonly<Record<string, string>>;
}

/** The part of a tool function's second parameter that has content. */
interface CallOptions {
  readonly messages?: readonly unknown[];
}
type Execute = (input: unknown, options: CallOptions) => unknown;

/**
 * Returns tools that pass only what the policy allows: the input to the agent that a tool calls, the caller's messages
 * if the tool reads them, and the agent's answer. An input that a rule refuses is answered with the reason, so that the
 * caller can correct it.
 *
 * @param baton result of `createBaton`, or of its `newSession()`.
 */
export function withBaton<Tools extends object>(tools: Tools, baton: Baton, agents: AgentTools): Tools;
export function withBaton(tools: object, baton: Baton, { caller, agents }: AgentTools): object {
  return Object.fromEntries(
    Object.entries(tools).map(([name, tool]) => {
      const called = Object.hasOwn(agents, name) ? agents[name] : undefined;
      return [name, called === undefined ? tool : governTool(tool, baton, { caller, called })];
    }),
  );
}

interface Pair {
  readonly caller: string;
  readonly called: string;
}

function governTool(tool: { execute?: Execute }, baton: Baton, { caller, called }: Pair) {
  const { execute } = tool;
  // Without a function, the application runs the tool itself.
  if (!execute) {
    baton.report(
      `AI SDK: calls of ${called} by ${caller} are not governed, because the tool has no execute function`,
    );
    return tool;
  }
  const { compiler } = baton;
  const there = { fromAgentId: caller, agentId: called };
  const back = { fromAgentId: called, agentId: caller };
  return {
    ...tool,
    execute(input: unknown, options: CallOptions) {
      const call = compiler.scopeCall(there, input);
      if (call.refusal !== null) return call.refusal;
      const scoped = Object.defineProperty({ ...options }, "messages", {
        enumerable: true,
        get: () =>
          compiler.scopeMessages({ ...there, messages: options.messages ?? [], format: "ai-sdk" }).messages,
      });
      const scope: Scope = (answer, options) => compiler.scopeAnswer(back, answer, options);
      return scopeResult(execute(call.input, scoped), scope);
    },
  };
}

type Scope = (answer: unknown, options?: { isRecorded: boolean }) => unknown;

/** A tool returns its answer, a promise of it, or a stream of answers of which the last one counts. */
function scopeResult(result: unknown, scope: Scope): unknown {
  if (isStream(result)) return scopeStream(result, scope);
  return Promise.resolve(result).then((answer) => (answer === undefined ? answer : scope(answer)));
}

function isStream(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

/** Records the last answer alone, because the others are parts of it. */
async function* scopeStream(answers: AsyncIterable<unknown>, scope: Scope) {
  let last: { answer: unknown } | null = null;
  for await (const answer of answers) {
    last = { answer };
    yield scope(answer, { isRecorded: false });
  }
  if (last) scope(last.answer);
}
