import { z } from "zod";
import { REMEMBERED } from "./limits";
import { MAIN_AGENT } from "./main-agent";

const text = z.string().nullable();

/** Another agent that this thread started or received messages from. */
const Thread = z.object({
  name: text,
  /** The identity of the delegation that started it. */
  startedBy: text,
  /** The name in the path by which agents address it (`/root/count_tests`). */
  path: text,
  /** Number of inputs it received; it responds to each once. */
  inputCount: z.number(),
});
export type CodexThread = z.infer<typeof Thread>;

const Stored = z.object({
  thread: text,
  startedAt: z.number().nullable(),
  agent: z.string(),
  root: text,
  replay: z.object({ thread: z.string(), agent: z.string(), isDated: z.boolean() }).nullable(),
  lineAt: z.number().nullable(),
  model: text,
  contextTokens: z.number().nullable(),
  recordedCall: z.object({ key: z.string(), usage: z.string() }).nullable(),
  compactionCount: z.number(),
  compaction: z.object({ kinds: z.array(z.string()), isMeasured: z.boolean() }).nullable(),
  threads: z.array(z.tuple([z.string(), Thread])),
  handoffs: z.array(z.string()),
  snapshot: z.object({ key: z.string(), count: z.number() }).nullable(),
});

/** State of earlier rollout lines for the next ones. It contains no messages. */
export class CodexMemory {
  /** The rollout's own thread, and its start in milliseconds since 1970. */
  thread: string | null = null;
  startedAt: number | null = null;
  /** The name of the agent whose rollout it is. */
  agent = MAIN_AGENT;
  /** The first thread of a chain of forks, all of which repeat its calls. */
  root: string | null = null;
  /**
   * The thread whose lines a fork repeats at its start, and the agent of that thread; null at its own lines.
   * `isDated`: the lines keep their original times.
   */
  replay: { thread: string; agent: string; isDated: boolean } | null = null;
  /** The time of the previous line, in milliseconds since 1970. */
  lineAt: number | null = null;
  model: string | null = null;
  /** The input of the last call: the size of the context. */
  contextTokens: number | null = null;
  /** A call with its own record, which a snapshot will repeat. */
  recordedCall: { key: string; usage: string } | null = null;
  compactionCount = 0;
  /** The last compaction: the kinds of lines that reported it, and if its size after is known. */
  compaction: { kinds: string[]; isMeasured: boolean } | null = null;
  threads: [string, CodexThread][] = [];
  /** Identities of reported handoffs, each of which is reported up to three times. */
  handoffs: string[] = [];
  /** The last snapshot of usage, and how often it was repeated. */
  snapshot: { key: string; count: number } | null = null;

  /**
   * Returns a copy of the memory of an earlier line, or of its stored form; an empty one for anything else.
   */
  static from(stored: unknown): CodexMemory {
    if (stored instanceof CodexMemory) return Object.assign(new CodexMemory(), stored);
    const parsed = Stored.safeParse(stored);
    return Object.assign(new CodexMemory(), parsed.success ? parsed.data : {});
  }

  /** Prefix that separates the events of a thread and its forks from all others. */
  get prefix(): string {
    return `codex:${this.root ?? this.thread ?? ""}`;
  }

  /** Returns the agent of the current lines; the main agent has no ID. */
  get speaker(): { name: string; id: string | null } {
    const { thread, agent: name } = this.replay ?? this;
    return { name, id: name === MAIN_AGENT ? null : thread };
  }

  /** @returns whether it was not told before. */
  noteHandoff(identity: string): boolean {
    if (this.handoffs.includes(identity)) return false;
    this.handoffs = [...this.handoffs, identity].slice(-REMEMBERED);
    return true;
  }

  /** Returns the thread ID of the agent with this name in its path; null if unknown. */
  findPath(name: string): string | null {
    return this.threads.find(([, { path }]) => path === name)?.[0] ?? null;
  }

  findThread(id: string): CodexThread | null {
    return this.threads.find(([each]) => each === id)?.[1] ?? null;
  }

  noteThread(id: string, changes: Partial<CodexThread>): CodexThread {
    const before = this.findThread(id) ?? { name: null, startedBy: null, path: null, inputCount: 1 };
    const thread = { ...before, ...changes };
    const others = this.threads.filter(([each]) => each !== id);
    this.threads = [...others, [id, thread] satisfies [string, CodexThread]].slice(-REMEMBERED);
    return thread;
  }
}
