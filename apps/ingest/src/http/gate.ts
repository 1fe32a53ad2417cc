import { Refusal } from "@baton/http";

/** Maximum open requests. */
const MAX_OPEN = 64;
/** Maximum bytes of all request bodies, decompressed. The memory used is a few times as much. */
const MAX_HELD_BYTES = 48 * 1024 * 1024;
const RETRY_SECONDS = 1;

/** An admitted request: the memory it holds, and its release. */
export interface Passage {
  /**
   * Reserves memory.
   * @throws {Refusal} if all requests together would exceed the limit.
   */
  hold(bytes: number): void;
  /** Keeps the slot until the work ends, even if the client already has a response. */
  stayFor(work: Promise<unknown>): void;
  /** Releases the request, because it was answered. */
  leave(): void;
}

/** Admits requests while there is room, and none after it is closed. Rejected requests cost nothing. */
export class Gate {
  #openCount = 0;
  #heldBytes = 0;
  #isClosed = false;

  get openCount(): number {
    return this.#openCount;
  }

  get heldBytes(): number {
    return this.#heldBytes;
  }

  /**
   * Admits a request.
   * @throws {Refusal} if there are too many requests, or after the gate was closed.
   */
  enter(): Passage {
    if (this.#isClosed)
      throw Refusal.forNow(503, "stopping", "This process is shutting down.", RETRY_SECONDS);
    if (this.#openCount >= MAX_OPEN) {
      throw Refusal.forNow(503, "overloaded", "Too many requests in progress.", RETRY_SECONDS);
    }
    this.#openCount += 1;
    let held = 0;
    let reasonsToStay = 1;
    const leave = () => {
      reasonsToStay -= 1;
      if (reasonsToStay > 0) return;
      this.#heldBytes -= held;
      this.#openCount -= 1;
    };
    return {
      hold: (bytes) => {
        if (this.#heldBytes + bytes > MAX_HELD_BYTES) {
          throw Refusal.forNow(
            503,
            "overloaded",
            "The requests in progress are too large in total.",
            RETRY_SECONDS,
          );
        }
        this.#heldBytes += bytes;
        held += bytes;
      },
      stayFor: (work) => {
        reasonsToStay += 1;
        work.then(leave, leave);
      },
      leave,
    };
  }

  /** Rejects all further requests. */
  close(): void {
    this.#isClosed = true;
  }
}
