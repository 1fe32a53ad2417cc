import type { CompiledPolicy, OutlineEntry, Policy } from "@baton/core";
import { compileForChecks, type OutlineScope, scopeOutline } from "@baton/core/internal";
import { expiryOf } from "@baton/core/policy";
import { sourceOf } from "./field-query";
import { OutlinePaths } from "./outline-paths";
import type { OutlinedHandoff } from "./outlined-handoff";

/** Fields that one policy version blocks for one pair of agents at one time. */
interface PairBlocks {
  readonly outputs: OutlineScope;
  readonly parts: OutlineScope;
  readonly known: Map<string, string | null>;
}

/** Maximum results to cache: paths and agent names may be data, so their number is unlimited. */
const MAX_KNOWN = 100_000;
/** Cache cost of a pair in results. */
const RESULTS_OF_A_PAIR = 20;

/**
 * Finds the fields that the policy blocked at a handoff, regardless of the first cause of removal. Caches
 * results.
 */
export class PolicyBlocks {
  readonly #versions: ReadonlyMap<string, { policy: CompiledPolicy; expiries: readonly number[] }>;
  readonly #pairs = new Map<string, PairBlocks>();
  #paths: OutlinePaths;
  #knownCount = 0;
  #last: { handoff: OutlinedHandoff; pair: PairBlocks | null } | null = null;

  /** @param policies by version; for other versions the recorded causes count. */
  constructor(policies: ReadonlyMap<string, Policy> = new Map(), paths = new OutlinePaths()) {
    this.#paths = paths;
    this.#versions = new Map(
      [...policies].map(([version, policy]) => [
        version,
        { policy: compileForChecks(policy), expiries: policy.agent_handoff_rules.map(expiryOf) },
      ]),
    );
  }

  /** Returns the blocked field that a leaf is, or is part of; null if nothing blocks it. */
  findBlocked(handoff: OutlinedHandoff, entry: OutlineEntry): string | null {
    const { path } = entry;
    if (this.#last?.handoff !== handoff) this.#last = { handoff, pair: this.#pairOf(handoff) };
    const { pair } = this.#last;
    if (pair === null) return entry.cause === "blocked" ? path : null;
    const { kind } = sourceOf(this.#paths.read(path), handoff.agents);
    const key = `${kind} ${path}`;
    const known = pair.known.get(key);
    if (known !== undefined) return known;
    const found = (kind === "output" ? pair.outputs : pair.parts).findBlocked(path);
    pair.known.set(key, found);
    this.#knownCount += 1;
    return found;
  }

  #pairOf({
    policyVersion,
    fromAgent: from,
    toAgent: to,
    occurredAt: now,
  }: OutlinedHandoff): PairBlocks | null {
    const version = policyVersion === null ? undefined : this.#versions.get(policyVersion);
    if (!version) return null;
    const expired = version.expiries.filter((expiry) => expiry <= now).length;
    const key = JSON.stringify([policyVersion, from, to, expired]);
    const known = this.#pairs.get(key);
    if (known) return known;
    if (this.#knownCount > MAX_KNOWN) {
      this.#pairs.clear();
      this.#paths = new OutlinePaths();
      this.#knownCount = 0;
    }
    this.#knownCount += RESULTS_OF_A_PAIR;
    const pair = {
      outputs: scopeOutline(version.policy, { from, to, now }),
      parts: scopeOutline(version.policy, { from, to, now, agents: [] }),
      known: new Map(),
    };
    this.#pairs.set(key, pair);
    return pair;
  }
}
