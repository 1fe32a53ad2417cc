import type { RunnableConfig } from "@langchain/core/runnables";

/** Conversations of threads that are remembered. */
const MAX_THREADS = 1_000;

/** The memory of each run, or of each thread that several runs continue. */
export class RunMemories {
  readonly #runs = new WeakMap<object, RunMemory>();
  readonly #threads = new Map<string, RunMemory>();

  of(config: RunnableConfig | undefined): RunMemory {
    const thread: unknown = config?.configurable?.thread_id;
    if (typeof thread === "string") return this.#ofThread(thread);
    const run = config && runOf(config);
    const known = run && this.#runs.get(run);
    const memory = known ?? new RunMemory();
    if (run) this.#runs.set(run, memory);
    return memory;
  }

  #ofThread(thread: string): RunMemory {
    const memory = this.#threads.get(thread) ?? new RunMemory();
    this.#threads.delete(thread);
    this.#threads.set(thread, memory);
    const [oldest] = this.#threads.keys();
    if (this.#threads.size > MAX_THREADS && oldest !== undefined) this.#threads.delete(oldest);
    return memory;
  }
}

/** Returns an object that all nodes of a run share. */
function runOf(config: object): object | null {
  for (const key of ["control", "writer"]) {
    const value: unknown = Reflect.get(config, key);
    if ((typeof value === "object" && value !== null) || typeof value === "function") return value;
  }
  return null;
}

/** The agent of each value and message in a run. States do not have it. */
export class RunMemory {
  /** Agent → the last step in which it ran. */
  readonly #steps = new Map<string, number>();
  /** Channel → agent → the last value that it wrote. */
  readonly #writes = new Map<string, Map<string, unknown>>();
  /** ID of a message → its agent. */
  readonly #authors = new Map<string, string>();

  /** True before the first node, and after a restart. */
  get isEmpty(): boolean {
    return this.#steps.size === 0;
  }

  noteRun(agent: string, step: number): void {
    this.#steps.set(agent, step);
  }

  /** Returns the agents that ran in the step before: several if branches join. Empty for the first agent. */
  sendersTo(agent: string, step: number): string[] {
    const others = [...this.#steps].filter(([name, ran]) => name !== agent && ran < step);
    const own = this.#steps.get(agent) ?? -1;
    const last = Math.max(...others.map(([, ran]) => ran), own);
    return others.filter(([, ran]) => ran === last).map(([name]) => name);
  }

  noteWrite(agent: string, channel: string, value: unknown): void {
    const ofChannel = this.#writes.get(channel) ?? new Map<string, unknown>();
    this.#writes.set(channel, ofChannel.set(agent, value));
  }

  /** Returns the agents whose output a value contains: all that wrote to its channel, unless one wrote just this. */
  writersOf(channel: string, value: unknown): string[] {
    const writes = [...(this.#writes.get(channel) ?? [])];
    const exact = writes.filter(([, written]) => Object.is(written, value));
    return (exact.length > 0 ? exact : writes).map(([agent]) => agent);
  }

  /** Notes the author of a message that is new. */
  noteAuthor(agent: string, messageId: string): void {
    if (!this.#authors.has(messageId)) this.#authors.set(messageId, agent);
  }

  authorOf(messageId: string | undefined): string | null {
    return this.#authors.get(messageId ?? "") ?? null;
  }
}
