import { z } from "zod";
import { AgentId } from "../session/agent-id";
import { type MemoryFacts, memoryIdOf, timeOf } from "./memory";

const MAX_TAGS = 50;

/** An agent remembers something, under an ID of its own or one of its content. The same ID replaces it. */
export const MemoryWrittenEvent = z.looseObject({
  event_type: z.literal("memory_written"),
  event_id: z.string().min(1).nullish(),
  session_id: z.string().min(1).nullish(),
  timestamp: z.string().nullish(),
  agent_id: AgentId.nullish(),
  memory_id: z.string().min(1).max(256).nullish(),
  content: z.record(z.string(), z.unknown()),
  tags: z.array(z.string().min(1).max(100)).max(MAX_TAGS).nullish(),
  expires_at: z.string().nullish(),
});
export type MemoryWrittenEvent = z.infer<typeof MemoryWrittenEvent>;

/** Returns the memory of an event. */
export function readWritten(event: MemoryWrittenEvent): MemoryFacts {
  const { memory_id, content, agent_id, session_id, tags, timestamp, expires_at } = event;
  return {
    id: memory_id ?? memoryIdOf(content),
    line: null,
    content,
    author: agent_id ?? null,
    sessionId: session_id ?? null,
    tags: tags ?? [],
    createdAt: timeOf(timestamp),
    expiresAt: timeOf(expires_at),
  };
}
