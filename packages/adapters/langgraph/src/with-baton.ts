import type { Baton } from "@baton/core/node";
import { Runnable, type RunnableConfig } from "@langchain/core/runnables";
import { isParentCommand } from "@langchain/langgraph";
import { RunMemories, type RunMemory } from "./run-memory";
import { type Given, scopeState, withoutState } from "./scope-state";
import { correctUpdate } from "./update";

/** The part of a graph that Baton needs, before `compile()`. */
interface GraphBuilder {
  readonly nodes: Record<string, { runnable: Runnable }>;
}

/**
 * Makes each node of a graph see only the part of the state that the policy passes to it, and returns the graph. Call it
 * before `compile()`, also on the graphs of `createSupervisor` and `createSwarm`. The policy knows an agent by the name
 * of its node.
 *
 * @param baton result of `createBaton`, or of its `newSession()`.
 * @param options.agents the nodes that are agents: by default all that run no tools (`ToolNode`).
 */
export function withBaton<Graph extends GraphBuilder>(
  graph: Graph,
  baton: Baton,
  options: { agents?: readonly string[] } = {},
): Graph {
  const memories = new RunMemories();
  const nodes = new Set(Object.keys(graph.nodes));
  for (const [name, node] of Object.entries(graph.nodes)) {
    const isAgent = options.agents?.includes(name) ?? !isToolNode(node.runnable);
    if (isAgent) node.runnable = new GovernedNode(node.runnable, name, { baton, memories, nodes });
  }
  return graph;
}

function isToolNode(runnable: Runnable): boolean {
  return "handleToolErrors" in runnable && "tools" in runnable;
}

interface GovernedGraph {
  readonly baton: Baton;
  readonly memories: RunMemories;
  readonly nodes: ReadonlySet<string>;
}

class GovernedNode extends Runnable {
  lc_namespace = ["baton"];
  readonly #node: Runnable;
  readonly #agent: string;
  readonly #graph: GovernedGraph;

  constructor(node: Runnable, agent: string, graph: GovernedGraph) {
    super();
    this.#node = node;
    this.#agent = agent;
    this.#graph = graph;
  }

  override async invoke(state: unknown, config?: RunnableConfig): Promise<unknown> {
    const memory = this.#graph.memories.of(config);
    const given = this.#scope(state, memory, config);
    const correct = (update: unknown) => correctUpdate(update, { agent: this.#agent, given, memory });
    try {
      return correct(await this.#node.invoke(given.state, config));
    } catch (error) {
      // A graph inside a node ends like this if it hands off to another node.
      if (isParentCommand(error)) correct(error.command);
      throw error;
    } finally {
      memory.noteRun(this.#agent, stepOf(config));
    }
  }

  #scope(state: unknown, memory: RunMemory, config?: RunnableConfig): Given {
    const { baton, nodes } = this.#graph;
    try {
      const step = stepOf(config);
      const senders = memory.sendersTo(this.#agent, step);
      const from = { senders, isLater: step > 1 && memory.isEmpty, isSent: isSent(config) };
      return scopeState(baton, { ...from, state, receiver: this.#agent, memory, nodes });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      baton.report(
        `LangGraph: nothing passed to ${this.#agent}, because reading its state failed: ${reason}`,
      );
      return withoutState();
    }
  }
}

function stepOf(config?: RunnableConfig): number {
  const step: unknown = config?.metadata?.langgraph_step;
  return typeof step === "number" ? step : 0;
}

/** Returns true if `Send` started the node. */
function isSent(config?: RunnableConfig): boolean {
  const triggers: unknown = config?.metadata?.langgraph_triggers;
  return Array.isArray(triggers) && triggers.includes("__pregel_push");
}
