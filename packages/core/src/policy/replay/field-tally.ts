/** A field of which something else becomes, in the handoffs of one pair of agents. */
export interface FieldReplay {
  readonly from: string;
  readonly to: string;
  /** As outlines have it. */
  readonly path: string;
  readonly handoffs: number;
  /** ≈ its size in tokens, summed over the handoffs. */
  readonly tokens: number;
  /** The first sessions concerned, 20 at most. */
  readonly sessions: readonly string[];
}

/** Fields that are listed at most: paths may hold keys that are data, and then there is no end of them. */
const MAX_FIELDS = 50_000;
const MAX_SESSIONS = 20;

interface Entry {
  readonly from: string;
  readonly to: string;
  readonly path: string;
  handoffs: number;
  tokens: number;
  readonly sessions: Set<string>;
}

/** Adds up what becomes of fields, pair by pair. */
export class FieldTally {
  readonly #entries = new Map<string, Entry>();
  #unlisted = 0;

  /** How often a field was added that is not listed. */
  get unlisted(): number {
    return this.#unlisted;
  }

  add(field: { from: string; to: string; path: string }, tokens: number, sessionId: string | null): void {
    const key = JSON.stringify([field.from, field.to, field.path]);
    let entry = this.#entries.get(key);
    if (!entry) {
      if (this.#entries.size >= MAX_FIELDS) {
        this.#unlisted += 1;
        return;
      }
      entry = { ...field, handoffs: 0, tokens: 0, sessions: new Set() };
      this.#entries.set(key, entry);
    }
    entry.handoffs += 1;
    entry.tokens += tokens;
    if (sessionId !== null && entry.sessions.size < MAX_SESSIONS) entry.sessions.add(sessionId);
  }

  /** The fields, those of most handoffs first, then those of most tokens. */
  list(): FieldReplay[] {
    return [...this.#entries.values()]
      .sort((a, b) => b.handoffs - a.handoffs || b.tokens - a.tokens)
      .map((entry) => ({ ...entry, tokens: Math.round(entry.tokens), sessions: [...entry.sessions] }));
  }
}
