import { z } from "zod";

interface StoredError {
  identity: string | null;
  sequence: number;
  occurredAt: Date;
  eventType: string;
  /** The line; null if it is not stored. */
  text: string | null;
}

/** Fields of an error event, by the names that orchestrators use. */
const ErrorEvent = z.looseObject({
  agent_id: z.string().nullish().catch(null),
  agent: z.string().nullish().catch(null),
  error: z.string().nullish().catch(null),
  message: z.string().nullish().catch(null),
});

/** Describes an error event: its agent and its message, if its line is stored and has them. */
export function describeError({ identity, sequence, occurredAt, eventType, text }: StoredError) {
  const shown = ErrorEvent.safeParse(parseOrNull(text)).data;
  return {
    id: identity ?? `line-${sequence}`,
    occurredAt,
    eventType,
    agent: shown?.agent_id ?? shown?.agent ?? null,
    message: shown?.error ?? shown?.message ?? null,
  };
}

function parseOrNull(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
