/** A field whose outcome changes in the handoffs of one pair of agents. */
export interface FieldReplay {
  readonly from: string;
  readonly to: string;
  /** As in the outline. */
  readonly path: string;
  readonly handoffs: number;
  /** ≈ its size in tokens, summed over the handoffs. */
  readonly tokens: number;
  /** The first affected sessions, 20 at most. */
  readonly sessions: readonly string[];
}

/** Limit of listed fields, because paths can contain keys that are data. */
const MAX_FIELDS = 50_000;
const MAX_SESSIONS = 20;

/** Adds up the changes of fields, pair by pair. */
export class FieldTally {
  readonly #fields = new Map<string, TalliedField>();
  readonly #unlisted = new TalliedField({ from: "", to: "", path: "" });

  /** Number of changes of fields that are not listed. */
  get unlisted(): number {
    return this.#unlisted.handoffs;
  }

  /** Returns the counter of a field. Fields beyond the limit share one, which {@link unlisted} returns. */
  fieldAt(place: FieldPlace): TalliedField {
    const key = JSON.stringify([place.from, place.to, place.path]);
    const known = this.#fields.get(key);
    if (known) return known;
    if (this.#fields.size >= MAX_FIELDS) return this.#unlisted;
    const field = new TalliedField(place);
    this.#fields.set(key, field);
    return field;
  }

  /** Returns the fields by number of handoffs, then by tokens, largest first. */
  list(): FieldReplay[] {
    return [...this.#fields.values()]
      .map((field) => field.toReplay())
      .sort((a, b) => b.handoffs - a.handoffs || b.tokens - a.tokens);
  }
}

type FieldPlace = Pick<FieldReplay, "from" | "to" | "path">;

/** Totals of one field. */
export class TalliedField {
  handoffs = 0;
  readonly #place: FieldPlace;
  readonly #sessions = new Set<string>();
  #tokens = 0;

  constructor(place: FieldPlace) {
    this.#place = place;
  }

  add(tokens: number, sessionId: string | null): void {
    this.handoffs += 1;
    this.#tokens += tokens;
    if (sessionId !== null && this.#sessions.size < MAX_SESSIONS) this.#sessions.add(sessionId);
  }

  toReplay(): FieldReplay {
    const { from, to, path } = this.#place;
    const tokens = Math.round(this.#tokens);
    return { from, to, path, handoffs: this.handoffs, tokens, sessions: [...this.#sessions] };
  }
}
