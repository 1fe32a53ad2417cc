import type { IncomingMessage } from "node:http";
import { type ApiKey, isDatabaseFailure } from "@baton/db";
import { authenticate, KeyRate, Refusal } from "@baton/http";
import type { BatchCounts, IngestContext } from "../pipeline/ingest-context";
import { Gate, type Passage } from "./gate";
import { type Post, type PostedFile, type PostOutcome, storePosted } from "./store-posted";
import { Turns } from "./turns";

/** What an intake tells of its work. None of it is content. */
export interface IntakeObserver {
  onBatch(file: PostedFile, format: string, counts: BatchCounts, seconds: number): void;
  /** The database did not do what it was asked for; the sender was told to come again. */
  onFailure(doing: string, error: unknown): void;
}

/** What requests need to be taken in. */
export interface IntakeOptions {
  context: IngestContext;
  /** Whether the database has all that is needed, as far as is known. */
  isPrepared(): boolean;
  /**
   * So many requests of one key are answered here in a minute, more are
   * refused; other processes count for themselves.
   */
  requestsPerMinute: number;
  observer: IntakeObserver;
}

/** A request that may go on. */
export interface Admitted {
  key: ApiKey;
  passage: Passage;
  /** Looks at the key again, where that was not just now. @throws {Refusal} 401, 403. */
  readmit: () => Promise<void>;
}

/** Longer than the database may wait for anything, so that an answer comes in any case. */
const DEADLINE_MILLISECONDS = 15_000;
const RETRY_SECONDS = 2;
/** For how long it holds that a key lets somebody in. */
const FRESH_MILLISECONDS = 250;
/**
 * Lets requests in by their key, and has their lines stored. What cannot be
 * taken now is refused before it costs anything.
 */
export class Intake {
  readonly #options: IntakeOptions;
  readonly #gate = new Gate();
  readonly #turns = new Turns();
  readonly #rate: KeyRate;

  constructor(options: IntakeOptions) {
    this.#options = options;
    this.#rate = new KeyRate(options.requestsPerMinute);
  }

  /** Requests under way, and the bytes of their bodies. */
  get load(): { openCount: number; heldBytes: number } {
    const { openCount, heldBytes } = this.#gate;
    return { openCount, heldBytes };
  }

  /**
   * Lets a request in, if its key may ingest, and sees to it that it is counted as long as it is under way.
   *
   * @throws {Refusal} 401, 403, 429, 503.
   */
  async admit<Answer>(
    incoming: IncomingMessage,
    serve: (admitted: Admitted) => Promise<Answer>,
  ): Promise<Answer> {
    const passage = this.#gate.enter();
    try {
      const key = await this.#authenticate(passage, incoming.headers.authorization);
      await this.#rate.count(key.keyId);
      const start = performance.now();
      const readmit = async () => {
        if (performance.now() - start < FRESH_MILLISECONDS) return;
        await this.#verify(incoming.headers.authorization);
      };
      return await serve({ key, passage, readmit });
    } finally {
      passage.leave();
    }
  }

  /**
   * Stores the lines of a request.
   *
   * @throws {Refusal} 503 where the database does not take them now; 401, 403
   *   where the key lets nobody in any longer.
   */
  async store({ passage, readmit }: Admitted, post: Post): Promise<PostOutcome> {
    const { context, observer } = this.#options;
    const { workspaceId, prefix, address } = post.place;
    const start = performance.now();
    const outcome = await this.#ask(passage, (isLate) =>
      this.#turns.take(`${workspaceId} ${prefix} ${address}`, async () => {
        if (isLate()) throw refuseUnavailable();
        // A key may be revoked while a body comes.
        await readmit();
        return storePosted(context, post);
      }),
    );
    if (outcome.status === "stored" && !outcome.isRepeated) {
      const byteCount = post.lines.reduce((sum, line) => sum + line.length + 1, 0);
      const seconds = (performance.now() - start) / 1000;
      observer.onBatch(outcome.file, post.format.name, { ...outcome.counts, byteCount }, seconds);
    }
    return outcome;
  }

  /** Lets nobody in any longer. */
  close(): void {
    this.#gate.close();
  }

  async #authenticate(passage: Passage, authorization: string | undefined): Promise<ApiKey> {
    return this.#ask(passage, () => this.#verify(authorization));
  }

  #verify(authorization: string | undefined): Promise<ApiKey> {
    return authenticate(this.#options.context.db, authorization, ["ingest"]);
  }

  /**
   * Asks the database, and waits for it so long and no longer; what it is
   * at meanwhile holds its place until it ends.
   */
  async #ask<Answer>(
    passage: Passage,
    question: (isLate: () => boolean) => Promise<Answer>,
  ): Promise<Answer> {
    const { isPrepared, observer } = this.#options;
    if (!isPrepared()) throw refuseUnavailable();
    const deadline = performance.now() + DEADLINE_MILLISECONDS;
    const answer = question(() => performance.now() > deadline);
    passage.stayFor(answer);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(refuseUnavailable()), DEADLINE_MILLISECONDS);
    });
    try {
      return await Promise.race([answer, late]);
    } catch (error) {
      if (error instanceof Refusal || !isDatabaseFailure(error)) throw error;
      observer.onFailure("answering a request", error);
      throw refuseUnavailable();
    } finally {
      clearTimeout(timer);
    }
  }
}

function refuseUnavailable(): Refusal {
  return Refusal.forNow(503, "database_unavailable", "The database does not take it now.", RETRY_SECONDS);
}
