import "server-only";
import { type Database, getLogPosition, LogPosition, Replica } from "@baton/db";
import { withBasePath } from "@/base-path";
import { env } from "@/env";
import { database, STATEMENT_SECONDS } from "./database";
import { log } from "./log";

/** Cookie with the log position of this browser's last write. */
const COOKIE = "baton-written";
/** In seconds; much longer than a working replica needs to catch up. */
const COOKIE_LIFE_SECONDS = 3_600;

/** Stored on the process like the pool. */
const shared: typeof globalThis & { batonReplica?: Replica; batonAnnounced?: LogPosition } = globalThis;

function replica(): Replica | null {
  const url = env().DATABASE_READ_URL;
  if (url === undefined) return null;
  const onFailure = (error: unknown) =>
    log.error("the replica did not respond, reading from the primary", { error });
  shared.batonReplica ??= new Replica(database(), url, onFailure, STATEMENT_SECONDS);
  return shared.batonReplica;
}

/**
 * Notes that rows were announced: later reads include them, since clients query
 * right after an announcement. Does nothing without a replica.
 */
export async function noteAnnounced(): Promise<void> {
  if (!replica()) return;
  // Run one after another, so that a late, older position does not replace a newer one.
  noting = noting.then(async () => {
    shared.batonAnnounced = (await readPosition()) ?? shared.batonAnnounced;
  });
  await noting;
}

let noting: Promise<void> = Promise.resolve();

/**
 * Returns the position, or null if the primary cannot be reached: the write is done, and the primary cannot
 * serve reads either.
 */
async function readPosition(): Promise<LogPosition | null> {
  try {
    return await getLogPosition(database());
  } catch (error) {
    log.error("the primary does not report its WAL position", { error });
    return null;
  }
}

/** Replica state of a request. */
interface RequestReads {
  /** Returns the database for reads: it has all changes of this browser, and all announced rows. */
  choose(): Promise<Database>;
  /** Stores in the browser that it has changed data. */
  noteWrite(): Promise<void>;
}

/** Returns the read source of a request; null without a replica. */
export function requestReads({
  headers,
  responseHeaders,
}: {
  headers: Headers;
  responseHeaders?: Headers;
}): RequestReads | null {
  const reads = replica();
  if (!reads) return null;
  let chosen: Promise<Database> | undefined;
  const choose = () => {
    const written = LogPosition.safeParse(readCookie(headers.get("cookie") ?? ""));
    const { batonAnnounced } = shared;
    return reads.choose([
      ...(written.success ? [written.data] : []),
      ...(batonAnnounced ? [batonAnnounced] : []),
    ]);
  };
  return {
    choose: () => {
      chosen ??= choose();
      return chosen;
    },
    noteWrite: async () => {
      const position = await readPosition();
      if (!position) return;
      const cookie = `${COOKIE}=${position}; Path=${withBasePath("/")}; Max-Age=${COOKIE_LIFE_SECONDS}; HttpOnly; SameSite=Lax`;
      responseHeaders?.append("set-cookie", cookie);
    },
  };
}

function readCookie(cookies: string): string | undefined {
  const prefix = `${COOKIE}=`;
  const found = cookies.split("; ").find((cookie) => cookie.startsWith(prefix));
  return found?.slice(prefix.length);
}
