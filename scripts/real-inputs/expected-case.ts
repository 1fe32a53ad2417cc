/** Calls, then tokens: input, written to the cache, read from it, output. */
type Metrics = readonly [calls: number, input: number, cacheWrite: number, cacheRead: number, output: number];

/** What a folder comes to, in both orders in which its files can be read. */
export interface Case {
  folder: string;
  /** Session ids, each with its parent's where it has one: `child < parent`. */
  sessions: readonly string[];
  /** By agent. */
  usage: Readonly<Record<string, Metrics>>;
  /** `kind from → to`, in the order of time; `#2` is the second agent of a name. */
  handoffs: readonly string[];
  /** `before → after`, in tokens. */
  compactions?: readonly string[];
  errors?: number;
  /** Why files are not read. */
  notRead?: readonly string[];
}
