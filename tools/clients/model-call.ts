/** Tokens of one model call as its provider counts them; `input` excludes cache reads and writes. */
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
  /** The ID of the response. */
  id: string;
  /** The role in the script of the caller. */
  role: string;
  model: string;
  /** The session that the client names in its request; null if it names none. */
  session: string | null;
}

/** Returns all tokens that the model received: new ones, and those of the cache. */
export function contextOf({ input, cacheWrite, cacheRead }: CallTokens): number {
  return input + cacheWrite + cacheRead;
}

/** Returns all tokens of a call: input and output. */
export function totalOf(call: CallTokens): number {
  return contextOf(call) + call.output;
}

/** Returns different tokens for each call, so that a lost, repeated or swapped call changes a total. */
export function drawTokens(ordinal: number, writesCache: boolean): CallTokens {
  return {
    input: 1_000 + ordinal,
    cacheWrite: writesCache ? 300 + 3 * ordinal : 0,
    cacheWriteHour: writesCache ? 100 + ordinal : 0,
    cacheRead: 9_000 + 17 * ordinal,
    output: 50 + 2 * ordinal,
  };
}
