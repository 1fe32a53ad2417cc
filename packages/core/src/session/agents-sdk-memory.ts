import { z } from "zod";
import { REMEMBERED } from "./limits";

/** Tokens that ended spans below an open span used, and the model call directly below it. */
const Below = z.object({
  input: z.number(),
  output: z.number(),
  cacheRead: z.number(),
  cacheWrite: z.number(),
  model: z.string().nullable(),
  responseId: z.string().nullable(),
});
export type Below = z.infer<typeof Below>;

const NOTHING: Below = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, model: null, responseId: null };

const Stored = z.object({ below: z.array(z.tuple([z.string(), Below])) });

/**
 * Totals of the spans below each open span. A span is exported when it ends, after the spans below it, and
 * the usage of a turn includes that of the agents it called as tools.
 */
export class AgentsSdkMemory {
  readonly #below: Map<string, Below>;

  private constructor(below: Map<string, Below>) {
    this.#below = below;
  }

  /** @param stored the memory as JSON; anything else is an empty one. */
  static from(stored: unknown): AgentsSdkMemory {
    return new AgentsSdkMemory(new Map(Stored.safeParse(stored).data?.below));
  }

  /** Returns the totals below a span that ended, and removes them. */
  take(spanId: string): Below {
    const below = this.#below.get(spanId) ?? NOTHING;
    this.#below.delete(spanId);
    return below;
  }

  /** Adds the usage of an ended span to the span above it. */
  add(parentId: string, used: Below): void {
    const before = this.#below.get(parentId) ?? NOTHING;
    this.#below.set(parentId, {
      input: before.input + used.input,
      output: before.output + used.output,
      cacheRead: before.cacheRead + used.cacheRead,
      cacheWrite: before.cacheWrite + used.cacheWrite,
      model: used.model ?? before.model,
      responseId: used.responseId ?? before.responseId,
    });
    const [oldest] = this.#below.keys();
    if (this.#below.size > REMEMBERED && oldest !== undefined) this.#below.delete(oldest);
  }

  toJSON(): z.infer<typeof Stored> {
    return { below: [...this.#below] };
  }
}
