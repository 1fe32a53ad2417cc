import { TRPCError } from "@trpc/server";
import PQueue from "p-queue";

/** Ends a turn. What has ended is not ended again. */
export type EndTurn = () => void;

/** How many turns somebody may have. */
interface TurnLimit {
  /** Side by side; the next ones wait in the order in which they came. */
  readonly atOnce: number;
  /** More than these are refused. */
  readonly waiting: number;
}

/** A turn of which nobody noticed the end is over by then: nobody waits for it for ever. In milliseconds. */
const TURN_LIMIT = 60_000;

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
   * @param signal ends the turn, or the waiting for it: whoever asked has left.
   * @throws TRPCError `TOO_MANY_REQUESTS`; the reason of the signal.
   */
  async take(asker: string, signal?: AbortSignal): Promise<EndTurn> {
    const queue = this.#queueOf(asker);
    if (queue.size >= this.#limit.waiting) {
      const message = "Too much was asked at once. Try again in a moment.";
      throw new TRPCError({ code: "TOO_MANY_REQUESTS", message });
    }
    return new Promise((resolve, reject) => {
      const turn = () => new Promise<void>((end) => resolve(() => end()));
      // A turn that was given and ends by its signal or by time is no failure any longer.
      queue.add(turn, { timeout: TURN_LIMIT, ...(signal && { signal }) }).catch(reject);
    });
  }

  /** Waits for a turn, and does something in it. @throws as `take`, and whatever `run` throws. */
  async run<Result>(
    asker: string,
    signal: AbortSignal | undefined,
    run: () => Promise<Result>,
  ): Promise<Result> {
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
