import { type Database, getSession, listSessionOutlines } from "@baton/db";
import { Refusal } from "@baton/http";
import type { OutlinedHandoff } from "@baton/server/lineage";
import { TRPCError } from "@trpc/server";
import { limitLarge } from "../limit-large";

const RETRY_SECONDS = 2;

interface SessionKey {
  workspaceId: string;
  sessionId: string;
}

/** @throws Refusal 404 `no_such_session`. */
export async function requireSession(db: Database, key: SessionKey): Promise<void> {
  if (!(await getSession(db, key))) throw new Refusal(404, "no_such_session", "Session not found.");
}

/** Returns the handoffs of a session with their fields. @throws Refusal 404, or 413 for a very large session. */
export async function readSessionOutlines(db: Database, key: SessionKey): Promise<OutlinedHandoff[]> {
  await requireSession(db, key);
  const handoffs = await listSessionOutlines(db, key);
  if (handoffs) return handoffs;
  const message = "This session is too large to search. Read its handoffs page by page.";
  throw new Refusal(413, "session_too_large", message);
}

/** Runs a query that reads a whole session; two at a time in this process. @throws Refusal 429. */
export async function limitOfKey<Result>(keyId: string, run: () => Promise<Result>): Promise<Result> {
  try {
    return await limitLarge(`key ${keyId}`, null, run);
  } catch (error) {
    if (!(error instanceof TRPCError) || error.code !== "TOO_MANY_REQUESTS") throw error;
    throw Refusal.forNow(429, "too_many_requests", error.message, RETRY_SECONDS);
  }
}
