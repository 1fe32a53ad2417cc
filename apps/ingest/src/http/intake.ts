import type { IncomingMessage } from "node:http";
import { type ApiKey, isDatabaseFailure } from "@baton/db";
import { authenticate, KeyRate, Refusal } from "@baton/http";
import type { BatchCounts, IngestContext } from "../pipeline/ingest-context";
import { Gate, type Passage } from "./gate";
import { Limiter } from "./limiter";
import { type Post, type PostedFile, type PostOutcome, storePosted } from "./store-posted";

/** Receives events about an intake's work. None contain content. */
interface IntakeObserver {
  onBatch(file: PostedFile, format: string, counts: BatchCounts, seconds: number): void;
  /** Reports that the database failed. The client was asked to retry. */
  onFailure(doing: string, error: unknown): void;
}

/** Dependencies of an intake. */
interface IntakeOptions {
  context: IngestContext;
  /** Returns true if the last check found the database ready. */
  isPrepared(): boolean;
  /** Requests per key and minute in this process. More are rejected. */
  requestsPerMinute: number;
  observer: IntakeObserver;
}

/** An admitted request. */
interface Admitted {
  key: ApiKey;
  passage: Passage;
  /**
   * Checks the API key again, unless it was just checked.
   * @throws {Refusal} 401, 403.
   */
  readmit: () => Promise<void>;
}

/** Longer than any wait for the database, so that every request gets a response. */
const DEADLINE_MILLISECONDS = 15_000;
const RETRY_SECONDS = 2;
/** Lifetime of a positive key check. */
const FRESH_MILLISECONDS = 250;
/** Admits requests by their key and stores their lines. Rejects a request before it costs anything. */
export class Intake {
  readonly #options: IntakeOptions;
  readonly #gate = new Gate();
  readonly #turns = new Limiter();
  readonly #rate: KeyRate;

  constructor(options: IntakeOptions) {
    this.#options = options;
    this.#rate = new KeyRate(options.requestsPerMinute);
  }

  /** Number of open requests, and the bytes of their bodies. */
  get load(): { openCount: number; heldBytes: number } {
    const { openCount, heldBytes } = this.#gate;
    return { openCount, heldBytes };
  }

  /**
   * Admits a request if its API key has the scope `ingest`, and counts it until its work ends.
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
   * @throws {Refusal} 503 if the database rejects them; 401 or 403 if the key is no longer valid.
   */
  async store({ passage, readmit }: Admitted, post: Post): Promise<PostOutcome> {
    const { context, observer } = this.#options;
    const { workspaceId, prefix, address } = post.place;
    const start = performance.now();
    const outcome = await this.#ask(passage, (isLate) =>
      this.#turns.take(`${workspaceId} ${prefix} ${address}`, async () => {
        if (isLate()) throw refuseUnavailable();
        // An API key may be revoked while the body arrives.
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

  /** Rejects all further requests. */
  close(): void {
    this.#gate.close();
  }

  async #authenticate(passage: Passage, authorization: string | undefined): Promise<ApiKey> {
    return this.#ask(passage, () => this.#verify(authorization));
  }

  #verify(authorization: string | undefined): Promise<ApiKey> {
    return authenticate(this.#options.context.db, authorization, ["ingest"]);
  }

  /** Runs work on the database with a deadline. After the deadline, the work keeps its slot until it ends. */
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
  return Refusal.forNow(
    503,
    "database_unavailable",
    "The database is not available. Try again later.",
    RETRY_SECONDS,
  );
}
