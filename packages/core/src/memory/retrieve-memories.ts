import { contentWords, countShared } from "../manifest/content-words";
import type { CompiledPolicy } from "../scoping/compile-policy";
import { plainJson } from "../scoping/plain-json";
import { policyFor, recordEach } from "../scoping/policy-for";
import { scopeContext } from "../scoping/scope-context";
import type { ContextHandoffEvent } from "../session/context-handoff";
import { countTokens } from "../tokens/count-tokens";
import type { MemoryFacts } from "./memory";

/** The sender of memories, to which rules can refer: from `memory` to an agent. */
export const MEMORY_AGENT = "memory";

export interface RetrievalRequest {
  /** The agent that reads. */
  readonly agent: string;
  /** Words to look for; without any, the newest memories. */
  readonly query: string;
  /** Limit of the retrieved memories, in tokens of compact JSON. */
  readonly maxTokens: number;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly sessionId: string;
  newId(): string;
}

export interface Retrieval {
  /** The memories that the agent may see, best first. */
  readonly memories: readonly unknown[];
  /** A handoff from `memory` to the agent, which has what was removed; null if the policy is off. */
  readonly event: ContextHandoffEvent | null;
  /** Fields that the policy kept from the agent. */
  readonly removed: readonly string[];
  /** Memories that match but have expired, or have no room. */
  readonly expired: number;
  readonly omitted: number;
}

/**
 * Retrieves memories for an agent: those that share words with the query, best first, within the budget, without
 * expired ones and without what the policy keeps from the agent. Field rules find the fields of memories at any
 * depth, content rules their texts.
 *
 * @param policy decides as for a handoff from `memory` to the agent.
 */
export function retrieveMemories(
  policy: CompiledPolicy,
  memories: readonly MemoryFacts[],
  { agent, query, maxTokens, ...terms }: RetrievalRequest,
): Retrieval {
  const matching = rank(memories, query);
  const valid = matching.filter(({ expiresAt }) => expiresAt === null || expiresAt > terms.now);
  const chosen = fit(valid, maxTokens);
  const context = { prior_outputs: {}, observations: [], original_input: null, memories: chosen };
  const { scoped, event } = scopeContext(recordEach(policyFor(policy, terms)), {
    from: MEMORY_AGENT,
    to: agent,
    context,
    isParsedJson: true,
    ...terms,
  });
  const passed = scoped.memories;
  return {
    memories: Array.isArray(passed) ? passed : [],
    event: event && { ...event, memory_ids: Array.isArray(passed) ? chosen.map(({ id }) => id) : [] },
    removed: event === null || event.scoping_state === "observed" ? [] : (event.fields_filtered ?? []),
    expired: matching.length - valid.length,
    omitted: valid.length - chosen.length,
  };
}

/** Words of a query, to find memories by an index: beginnings of words that count, and all words as they are. */
export interface QueryWords {
  readonly stems: readonly string[];
  readonly names: readonly string[];
}

/** Returns the words of a query by which {@link retrieveMemories} ranks, each once. */
export function readQueryWords(query: string): QueryWords {
  const names = new Set(query.split(/\s+/).filter((word) => word !== ""));
  return { stems: [...contentWords(query)], names: [...names] };
}

/** Returns the memories that share words with a query, most first; newer ones first among equals. */
function rank(memories: readonly MemoryFacts[], query: string): MemoryFacts[] {
  const words = contentWords(query);
  return memories
    .map((memory) => ({ memory, shared: countShared(words, contentWords(textOf(memory))) }))
    .filter(({ shared }) => words.size === 0 || shared > 0)
    .sort((a, b) => b.shared - a.shared || (b.memory.createdAt ?? 0) - (a.memory.createdAt ?? 0))
    .map(({ memory }) => memory);
}

/** Escapes of JSON would join the words of two lines. */
function textOf({ content, tags }: MemoryFacts): string {
  return `${tags.join(" ")} ${plainJson(content).replace(/\\[ntr]/g, " ")}`;
}

type ShownMemory = Pick<MemoryFacts, "id" | "author" | "tags">;

function fit(memories: readonly MemoryFacts[], maxTokens: number): ShownMemory[] {
  const chosen: ShownMemory[] = [];
  let tokens = 0;
  for (const { id, content, author, tags } of memories) {
    const shown = { id, ...content, author, tags };
    const size = countTokens(plainJson(shown));
    if (tokens + size > maxTokens) continue;
    tokens += size;
    chosen.push(shown);
  }
  return chosen;
}
