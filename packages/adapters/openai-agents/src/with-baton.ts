import type { Baton } from "@baton/core/node";
import { type Agent, type AgentOutputType, type Handoff, handoff as handoffTo } from "@openai/agents";
import { governAgentTool } from "./govern-agent-tool";
import { createHandoffFilter } from "./handoff-filter";

/** An agent or handoff as the SDK links it, with any context. */
type Link<TOutput extends AgentOutputType> = Agent<unknown, TOutput>["handoffs"][number];
type LinkedAgent<TOutput extends AgentOutputType> = Extract<Link<TOutput>, { asTool: unknown }>;
type LinkedHandoff<TOutput extends AgentOutputType> = Exclude<Link<TOutput>, { asTool: unknown }>;

/**
 * Returns an agent whose handoffs pass only what the policy allows, and those of all agents that it reaches. Prompts and
 * answers of agents that it calls as tools are scoped too. The policy knows an agent by its name, and an agent that is a
 * tool by the name of the tool. The given agents stay unchanged.
 *
 * @param baton result of `createBaton`, or of its `newSession()` for a session per run.
 */
export function withBaton<TContext, TOutput extends AgentOutputType>(
  agent: Agent<TContext, TOutput>,
  baton: Baton,
): Agent<TContext, TOutput> {
  return governAgent(agent, { baton, filter: createHandoffFilter(baton), known: new Map() });
}

interface Governor<TOutput extends AgentOutputType> {
  readonly baton: Baton;
  readonly filter: NonNullable<Handoff["inputFilter"]>;
  /** Agent → governed one: agents can hand off in a circle. */
  readonly known: Map<LinkedAgent<TOutput>, LinkedAgent<TOutput>>;
}

function governAgent<TOutput extends AgentOutputType>(
  agent: LinkedAgent<TOutput>,
  governor: Governor<TOutput>,
): LinkedAgent<TOutput> {
  const known = governor.known.get(agent);
  if (known) return known;
  const tools = agent.tools.map((tool) =>
    governAgentTool(tool, { baton: governor.baton, caller: agent.name }),
  );
  const governed = agent.clone({ tools, handoffs: [] });
  governor.known.set(agent, governed);
  governor.known.set(governed, governed);
  governed.handoffs = agent.handoffs.map((link) =>
    governHandoff("asTool" in link ? handoffTo(link) : link, governor),
  );
  return governed;
}

function governHandoff<TOutput extends AgentOutputType>(
  handoff: LinkedHandoff<TOutput>,
  governor: Governor<TOutput>,
): LinkedHandoff<TOutput> {
  const { inputFilter: own } = handoff;
  return handoff.clone({
    agent: governAgent(handoff.agent, governor),
    onInvokeHandoff: async (context, parameters) =>
      governAgent(await handoff.onInvokeHandoff(context, parameters), governor),
    // The handoff's own filter can only see what passed.
    inputFilter: own ? (input) => own(governor.filter(input)) : governor.filter,
  });
}
