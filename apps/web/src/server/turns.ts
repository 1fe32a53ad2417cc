import { performance } from "node:perf_hooks";
import { setImmediate as settle, setTimeout as sleep } from "node:timers/promises";
import { TRPCError } from "@trpc/server";
import PQueue from "p-queue";

/** What others have after a turn, at the most, in milliseconds. */
const LONGEST_REST_MILLISECONDS = 1_000;

/** Ends a turn. What has ended is not ended again. */
export type EndTurn = () => void;

/** How many turns somebody may have. */
interface TurnLimit {
  /** Side by side; the next ones wait in the order in which they came. */
  readonly atOnce: number;
  /** More than these are refused. */
  readonly waiting: number;
  /** Whether the next turn comes only after others had as much time as this one kept the process busy. */
  readonly rests?: boolean;
}

/** Turns of many askers, each of whom waits for their own alone. */
export class Turns {
  readonly #limit: TurnLimit;
  /** Whoever neither has a turn nor waits for one is not in it. */
  readonly #queues = new Map<string, PQueue>();

  constructor(limit: TurnLimit) {
    this.#limit = limit;
  }

  /**
   * Waits for a turn.
   *
   * @param signal ends the waiting: whoever asked has left. A turn that has begun is ended
   *   by whoever has it: what they do goes on.
   * @throws TRPCError `TOO_MANY_REQUESTS`, `CLIENT_CLOSED_REQUEST`.
   */
  async take(asker: string, signal: AbortSignal | null = null): Promise<EndTurn> {
    const queue = this.#queueOf(asker);
    if (queue.size >= this.#limit.waiting) {
      const message = "Too much was asked at once. Try again in a moment.";
      throw new TRPCError({ code: "TOO_MANY_REQUESTS", message });
    }
    const waiting = new AbortController();
    const leave = () =>
      waiting.abort(new TRPCError({ code: "CLIENT_CLOSED_REQUEST", message: "Whoever asked has left." }));
    if (signal?.aborted) leave();
    signal?.addEventListener("abort", leave);
    return new Promise<EndTurn>((resolve, reject) => {
      const turn = async () => {
        const before = performance.eventLoopUtilization();
        await new Promise<void>((end) => resolve(() => end()));
        // An answer is written right after the turn that it was made in. And others are heard before the next
        // one: those that wait for nothing would follow each other without a round of the loop between them.
        await settle();
        if (!this.#limit.rests) return;
        await sleep(Math.min(performance.eventLoopUtilization(before).active, LONGEST_REST_MILLISECONDS));
      };
      queue.add(turn, { signal: waiting.signal }).catch(reject);
    }).finally(() => signal?.removeEventListener("abort", leave));
  }

  /** Waits for a turn, and does something in it. @throws as `take`, and whatever `run` throws. */
  async run<Result>(asker: string, signal: AbortSignal | null, run: () => Promise<Result>): Promise<Result> {
    const end = await this.take(asker, signal);
    try {
      return await run();
    } finally {
      end();
    }
  }

  #queueOf(asker: string): PQueue {
    const known = this.#queues.get(asker);
    if (known) return known;
    const queue = new PQueue({ concurrency: this.#limit.atOnce });
    queue.on("idle", () => this.#queues.delete(asker));
    this.#queues.set(asker, queue);
    return queue;
  }
}
