import { OutlinePage } from "@baton/server/replay";
import { createTRPCClient, httpLink } from "@trpc/client";
import superjson from "superjson";
import { withBasePath } from "@/base-path";
import type { AppRouter, RouterOutputs } from "@/server/root";
import type { ReplayScope } from "./policy-task";

type Answer = RouterOutputs["policies"]["seen"]["outlines"];

/** Fetches the page after a cursor; `until` is the end of a period that is still running. */
export type AskForPage = (cursor: Answer["next"], until: Date) => Promise<Answer>;

interface ReadPage {
  readonly page: OutlinePage;
  readonly next: Answer["next"];
}

/** Maximum handoffs of a period whose pages are cached, about 100 MB. */
const MAX_KEPT_HANDOFFS = 200_000;
/** Maximum age of cached pages in milliseconds, after which new handoffs are read too. */
const MAX_AGE = 10 * 60_000;

/**
 * Reads the handoffs of a period page by page. Caches pages between replays,
 * even if a replay was cancelled.
 */
export class HandoffPages {
  readonly #ask: AskForPage;
  readonly #until = new Date();
  /** Pages by number, including pending ones. */
  readonly #pages = new Map<number, Promise<ReadPage>>();
  #total = 0;

  constructor(ask: AskForPage) {
    this.#ask = ask;
  }

  /** Returns the number of handoffs; 0 before the first page. */
  get total(): number {
    return this.#total;
  }

  /** Returns true if the pages may be used for another replay, at a time in milliseconds since 1970. */
  isGoodAt(now: number): boolean {
    return now - this.#until.getTime() < MAX_AGE && this.#total <= MAX_KEPT_HANDOFFS;
  }

  /**
   * Yields all pages in order, and loads the next one in advance.
   * @throws the error of the request; iterating again retries it.
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<OutlinePage> {
    let cursor: Answer["next"] = null;
    for (let number = 0; ; number += 1) {
      const { page, next } = await this.#pageAt(number, cursor);
      if (next !== null) void this.#pageAt(number + 1, next).catch(() => {});
      yield page;
      if (this.#total > MAX_KEPT_HANDOFFS) this.#pages.delete(number);
      if (next === null) return;
      cursor = next;
    }
  }

  #pageAt(number: number, cursor: Answer["next"]): Promise<ReadPage> {
    const known = this.#pages.get(number);
    if (known) return known;
    const page = this.#read(cursor);
    this.#pages.set(number, page);
    page.catch(() => this.#pages.delete(number));
    return page;
  }

  async #read(cursor: Answer["next"]): Promise<ReadPage> {
    const { page, total, next } = await this.#ask(cursor, this.#until);
    this.#total = total ?? this.#total;
    return { page: OutlinePage.parse(JSON.parse(page)), next };
  }
}

/** Returns a function that fetches the pages of a period from the server. */
export function fetchFromServer({ origin, workspace, range, tz }: ReplayScope): AskForPage {
  const client = createTRPCClient<AppRouter>({
    links: [httpLink({ url: `${origin}${withBasePath("/api/trpc")}`, transformer: superjson })],
  });
  return (cursor, until) => client.policies.seen.outlines.query({ workspace, range, tz, cursor, until });
}
