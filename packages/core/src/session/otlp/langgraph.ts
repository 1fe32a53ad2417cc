import { z } from "zod";
import { parseEmbeddedJson } from "../embedded-json";

const Metadata = z.looseObject({ langgraph_checkpoint_ns: z.string() });

/**
 * Reads the agent of a LangGraph span (1.7), whose OpenInference spans have no agent name. An agent is a
 * graph within a node of another graph, and its spans have the path `AGENT:id|NODE:id`.
 *
 * @param metadata the span's `metadata`, as JSON text.
 * @returns the node that contains the agent's graph; null in the outermost graph.
 */
export function readLangGraphAgent(metadata: string | undefined): string | null {
  const parsed = metadata === undefined ? null : Metadata.safeParse(parseEmbeddedJson(metadata));
  const agent = parsed?.data?.langgraph_checkpoint_ns.split("|").at(-2);
  return agent?.replace(/:[^:]*$/, "") || null;
}
