import { z } from "zod";
import { REMEMBERED } from "./limits";

const text = z.string().nullable();

const Call = z.object({
  /** The agent that started it. */
  caller: z.string(),
  callerId: text,
  agent: z.string(),
  /** Null until it starts. */
  agentId: text,
  promptTokens: z.number().nullable(),
  totalTokens: z.number().nullable(),
  isBackground: z.boolean(),
  hasFailed: z.boolean(),
});
/** A call of a subagent. */
export type CopilotCall = z.infer<typeof Call>;

const Stored = z.object({ session: text, calls: z.array(z.tuple([z.string(), Call])) });

const UNKNOWN_CALL: CopilotCall = {
  caller: "main",
  callerId: null,
  agent: "unknown",
  agentId: null,
  promptTokens: null,
  totalTokens: null,
  isBackground: false,
  hasFailed: false,
};

/** State of earlier events for the next ones. It contains no messages. */
export class CopilotMemory {
  session: string | null = null;
  #calls: [string, CopilotCall][] = [];

  /** Returns the memory of an earlier line; an empty one for anything else. */
  static from(stored: unknown): CopilotMemory {
    const memory = new CopilotMemory();
    const { data } = Stored.safeParse(stored);
    memory.session = data?.session ?? null;
    memory.#calls = data?.calls ?? [];
    return memory;
  }

  toJson(): z.infer<typeof Stored> {
    return { session: this.session, calls: this.#calls };
  }

  findCall(callId: string): CopilotCall | null {
    return this.#calls.find(([each]) => each === callId)?.[1] ?? null;
  }

  nameOf(agentId: string): string | null {
    return this.#calls.find(([, call]) => call.agentId === agentId)?.[1].agent ?? null;
  }

  noteCall(callId: string, changes: Partial<CopilotCall>): CopilotCall {
    const call = { ...(this.findCall(callId) ?? UNKNOWN_CALL), ...changes };
    const others = this.#calls.filter(([each]) => each !== callId);
    this.#calls = [...others, [callId, call] satisfies [string, CopilotCall]].slice(-REMEMBERED);
    return call;
  }
}
