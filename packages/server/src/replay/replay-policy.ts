import type { CompiledPolicy, OutlineEntry, Policy } from "@baton/core";
import { compileForChecks, type OutlineScope, scopeOutline } from "@baton/core/internal";
import type { HandoffFacts } from "@baton/core/session";
import { type FieldReplay, FieldTally } from "./field-tally";
import { PairScope } from "./pair-scope";

/**
 * The parts of a recorded handoff that a replay needs: agents, exact size before scoping in tokens, outline.
 * No content.
 */
export interface RecordedHandoff
  extends Pick<HandoffFacts, "fromAgent" | "toAgent" | "beforeTokens" | "outlineTruncated"> {
  readonly outline: readonly OutlineEntry[] | null;
  /** The agents whose outputs the context held; without them, see {@link scopeOutline}. */
  readonly agents?: readonly string[];
  readonly sessionId?: string | null;
}

/**
 * Handoffs, and what passed in them. Sizes in tokens: exact before; after ≈ exact
 * before × the share of the outline that passes.
 */
export interface ReplayTotals {
  readonly handoffs: number;
  readonly beforeTokens: number;
  readonly afterTokens: number;
}

/** Handoffs to which a rule applies now, and with the draft; null means no rule. */
export interface RuleReplay {
  readonly ruleId: string | null;
  readonly now: ReplayTotals;
  readonly draft: ReplayTotals;
}

export interface PairReplay {
  readonly from: string;
  readonly to: string;
  readonly now: ReplayTotals;
  readonly draft: ReplayTotals;
  /** Handoffs without a complete outline. They are excluded from all totals. */
  readonly unknownHandoffs: number;
}

export interface PolicyReplayResult {
  readonly now: ReplayTotals;
  readonly draft: ReplayTotals;
  /** Total over all pairs, see {@link PairReplay}. */
  readonly unknownHandoffs: number;
  readonly rules: readonly RuleReplay[];
  readonly pairs: readonly PairReplay[];
  /** Fields that pass with the draft but not now; sorted by handoffs, largest first. */
  readonly newlyLetThrough: readonly FieldReplay[];
  /** Fields that pass now but not with the draft. */
  readonly newlyBlocked: readonly FieldReplay[];
  /** Changes of fields that are not listed because the list was full (50,000 fields). */
  readonly unlistedChanges: number;
}

/** Limit of remembered leaves, because paths can contain keys that are data. */
const MAX_KNOWN_LEAVES = 200_000;

/** Replays handoffs as {@link PolicyReplay} does, all at once. */
export function replayPolicy(
  draft: Policy,
  handoffs: Iterable<RecordedHandoff>,
  options: { current: Policy; now: number },
): PolicyReplayResult {
  const replay = new PolicyReplay(draft, options);
  for (const handoff of handoffs) replay.add(handoff);
  return replay.result();
}

/**
 * Replays recorded handoffs under a draft and the live policy, one by one, so that a stream can report its
 * progress. Needs no content: outline paths decide what passes, like in scoping. Its memory grows with agent
 * pairs and changed fields, not with handoffs.
 */
export class PolicyReplay {
  readonly #current: CompiledPolicy;
  readonly #draft: CompiledPolicy;
  readonly #time: number;
  readonly #scopes = new Map<string, PairScope>();
  #knownLeaves = 0;
  readonly #rules = new Map<string | null, SideTallies>();
  readonly #pairs = new Map<string, PairTally>();
  readonly #tallies = { letThrough: new FieldTally(), blocked: new FieldTally() };

  /**
   * @param options.now milliseconds since 1970: rules that have expired
   *   by then count as absent in both policies.
   */
  constructor(draft: Policy, options: { current: Policy; now: number }) {
    this.#draft = compileForChecks(draft);
    this.#current = compileForChecks(options.current);
    this.#time = options.now;
  }

  /** Adds one handoff, which is not stored. */
  add(handoff: RecordedHandoff): void {
    const { fromAgent: from, toAgent: to, beforeTokens, outline } = handoff;
    const pair = entryOf(this.#pairs, JSON.stringify([from, to]), () => new PairTally(from, to));
    if (outline === null || beforeTokens === null || handoff.outlineTruncated) {
      pair.unknownHandoffs += 1;
      return;
    }
    const scope = this.#scopeOf(handoff);
    this.#knownLeaves -= scope.knownLeaves;
    const sessionId = handoff.sessionId ?? null;
    const { afterNow, afterWithDraft } = scope.replay(outline, { beforeTokens, sessionId });
    this.#knownLeaves += scope.knownLeaves;
    pair.now.add(beforeTokens, afterNow);
    pair.draft.add(beforeTokens, afterWithDraft);
    this.#ruleOf(scope.now).now.add(beforeTokens, afterNow);
    this.#ruleOf(scope.draft).draft.add(beforeTokens, afterWithDraft);
  }

  /** Returns the result so far. */
  result(): PolicyReplayResult {
    const { letThrough, blocked } = this.#tallies;
    const pairs = [...this.#pairs.values()];
    const all = new SideTallies();
    for (const { now, draft } of pairs) {
      all.now.merge(now);
      all.draft.merge(draft);
    }
    return {
      ...all.totals(),
      unknownHandoffs: pairs.reduce((sum, { unknownHandoffs }) => sum + unknownHandoffs, 0),
      rules: [...this.#rules].map(([ruleId, tallies]) => ({ ruleId, ...tallies.totals() })),
      pairs: pairs.map((pair) => ({
        from: pair.from,
        to: pair.to,
        ...pair.totals(),
        unknownHandoffs: pair.unknownHandoffs,
      })),
      newlyLetThrough: letThrough.list(),
      newlyBlocked: blocked.list(),
      unlistedChanges: letThrough.unlisted + blocked.unlisted,
    };
  }

  #scopeOf({ fromAgent: from, toAgent: to, agents }: RecordedHandoff): PairScope {
    if (this.#knownLeaves > MAX_KNOWN_LEAVES) {
      this.#scopes.clear();
      this.#knownLeaves = 0;
    }
    const handoff = { from, to, now: this.#time, agents };
    return entryOf(this.#scopes, JSON.stringify([from, to, agents]), () => {
      const scopes = { now: scopeOutline(this.#current, handoff), draft: scopeOutline(this.#draft, handoff) };
      return new PairScope({ from, to }, scopes, this.#tallies);
    });
  }

  #ruleOf({ terms }: OutlineScope): SideTallies {
    return entryOf(this.#rules, terms.rule?.rule_id ?? null, () => new SideTallies());
  }
}

class Tally {
  #handoffs = 0;
  #beforeTokens = 0;
  #afterTokens = 0;

  add(beforeTokens: number, afterTokens: number): void {
    this.#handoffs += 1;
    this.#beforeTokens += beforeTokens;
    this.#afterTokens += afterTokens;
  }

  merge(other: Tally): void {
    this.#handoffs += other.#handoffs;
    this.#beforeTokens += other.#beforeTokens;
    this.#afterTokens += other.#afterTokens;
  }

  totals(): ReplayTotals {
    return {
      handoffs: this.#handoffs,
      beforeTokens: this.#beforeTokens,
      afterTokens: Math.round(this.#afterTokens),
    };
  }
}

class SideTallies {
  readonly now = new Tally();
  readonly draft = new Tally();

  totals(): { now: ReplayTotals; draft: ReplayTotals } {
    return { now: this.now.totals(), draft: this.draft.totals() };
  }
}

class PairTally extends SideTallies {
  unknownHandoffs = 0;
  readonly from: string;
  readonly to: string;

  constructor(from: string, to: string) {
    super();
    this.from = from;
    this.to = to;
  }
}

function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const created = create();
  map.set(key, created);
  return created;
}
