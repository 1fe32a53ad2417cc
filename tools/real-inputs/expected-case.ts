/** Calls, then tokens: input, written to the cache, read from it, output. */
type Metrics = readonly [calls: number, input: number, cacheWrite: number, cacheRead: number, output: number];

/** The results of a folder, in both orders in which its files can be read. */
export interface Case {
  folder: string;
  /** Session IDs, with the parent's if there is one: `child < parent`. */
  sessions: readonly string[];
  /** Usage by agent. */
  usage: Readonly<Record<string, Metrics>>;
  /** `kind from → to`, by time; `#2` is the second agent of a name. */
  handoffs: readonly string[];
  /** `before → after`, in tokens. */
  compactions?: readonly string[];
  errors?: number;
  /** Reasons why files are not read. */
  notRead?: readonly string[];
}
