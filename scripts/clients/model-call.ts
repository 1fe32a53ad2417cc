/** Tokens of one model call as its provider counts them; `input` leaves out what was read from the cache or written to it. */
export interface CallTokens {
  input: number;
  cacheWrite: number;
  /** Part of `cacheWrite`: kept for an hour. */
  cacheWriteHour: number;
  cacheRead: number;
  output: number;
}

/** One model call in the log of the stub. */
export interface ModelCall extends CallTokens {
  /** The response id. */
  id: string;
  /** The role of the script that asked. */
  role: string;
  model: string;
  /** The session that the client names in its request; null if it names none. */
  session: string | null;
}

/** Returns all tokens that the model was given: new ones, and those of the cache. */
export function contextOf({ input, cacheWrite, cacheRead }: CallTokens): number {
  return input + cacheWrite + cacheRead;
}

/** Returns all tokens of a call: what the model was given, and what it said. */
export function totalOf(call: CallTokens): number {
  return contextOf(call) + call.output;
}

/** Returns different tokens for each call, so that a call that is lost, doubled or mixed up changes a sum. */
export function drawTokens(ordinal: number, writesCache: boolean): CallTokens {
  return {
    input: 1_000 + ordinal,
    cacheWrite: writesCache ? 300 + 3 * ordinal : 0,
    cacheWriteHour: writesCache ? 100 + ordinal : 0,
    cacheRead: 9_000 + 17 * ordinal,
    output: 50 + 2 * ordinal,
  };
}
