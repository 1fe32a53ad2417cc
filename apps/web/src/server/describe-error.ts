import type { listSessionErrors } from "@baton/db";
import { z } from "zod";
import { parseOrNull } from "./describe-manifest";

type StoredError = Awaited<ReturnType<typeof listSessionErrors>>[number];

/** What an event that says that something failed may say of it, by the names that orchestrators use. */
const ErrorEvent = z.looseObject({
  agent_id: z.string().nullish().catch(null),
  agent: z.string().nullish().catch(null),
  error: z.string().nullish().catch(null),
  message: z.string().nullish().catch(null),
});

/** Of a longer message the beginning is told; the rest stands in the line. */
const MAX_MESSAGE = 2_000;

/**
 * An event that says that something failed: whose it was and what it
 * says, as far as its line is stored and tells.
 */
export function describeError({ identity, sequence, occurredAt, eventType, text }: StoredError) {
  const told = ErrorEvent.safeParse(parseOrNull(text)).data;
  return {
    id: identity ?? `line-${sequence}`,
    occurredAt,
    eventType,
    agent: told?.agent_id ?? told?.agent ?? null,
    message: (told?.error ?? told?.message)?.slice(0, MAX_MESSAGE) ?? null,
  };
}
