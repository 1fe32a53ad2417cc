import {
  type Cause,
  type CompiledPolicy,
  ENFORCED,
  type HandoffMode,
  type OutlineEntry,
  type Policy,
  type PolicySwitch,
} from "@baton/core";
import {
  compileForChecks,
  isAgentRoot,
  type LeafOutcome,
  type OutlineScope,
  readOutlinePath,
  scopeOutline,
} from "@baton/core/internal";
import { expiryOf, switchSetting } from "@baton/core/policy";
import type { HandoffFacts } from "@baton/core/session";
import { countTokens } from "@baton/core/tokens";

/**
 * Compliance of a handoff with the policy it names. `unknown`: the rules or the fields are unknown,
 * or scoping failed, and its fallback is independent of rules.
 */
export const ENFORCEMENTS = ["followed", "differs", "unknown"] as const;
export type Enforcement = (typeof ENFORCEMENTS)[number];

/** A field whose outcome differs from the rules. Sizes are in tokens. */
export interface ViolatedField {
  readonly path: string;
  readonly tokens: number;
  readonly after: number;
  /** The cause that should have removed it; null if it should have passed. */
  readonly expected: Cause | null;
  /** The cause that removed it; null if it passed. */
  readonly actual: Cause | null;
}

/** Differences between a handoff and the rules live at its moment. */
export interface Violation {
  /** The rule that applies by the policy, if the event names another; null means no rule. */
  readonly rule: { readonly expected: string | null; readonly actual: string | null } | null;
  readonly mode: { readonly expected: HandoffMode; readonly actual: HandoffMode } | null;
  /** The rules were meant to be enforced but were only observed. */
  readonly isOnlyObserved: boolean;
  /** The first fields that passed but should not have. */
  readonly letThrough: readonly ViolatedField[];
  /** The first fields that did not pass but should have. */
  readonly withheld: readonly ViolatedField[];
  /** Number of further fields that differ; the lists are full. */
  readonly unlisted: number;
}

export type PolicyCheck =
  | { readonly enforcement: "followed" | "unknown"; readonly violation: null }
  | { readonly enforcement: "differs"; readonly violation: Violation };

/** A handoff of kind `context`, as recorded. */
export interface CheckedHandoff
  extends Pick<
    HandoffFacts,
    "fromAgent" | "toAgent" | "mode" | "ruleId" | "scopingState" | "outlineTruncated"
  > {
  readonly outline: readonly OutlineEntry[] | null;
  /** The agents whose outputs the context held; null if they were not recorded. */
  readonly agents: readonly string[] | null;
  /** Milliseconds since 1970: rules that had expired by then count as absent. */
  readonly occurredAt: number;
}

/** Maximum fields in each list of a violation. */
const MAX_LISTED = 50;

/**
 * Maximum leaf outcomes to cache: paths may contain keys that
 * are data, so their number is unlimited.
 */
const MAX_KNOWN_LEAVES = 100_000;
/**
 * Cache cost of a pair in leaves: about 3 kB, while a leaf takes 150 bytes.
 * The number of agent names is unlimited too.
 */
const LEAVES_OF_A_PAIR = 20;

const UNKNOWN: PolicyCheck = { enforcement: "unknown", violation: null };
const FOLLOWED: PolicyCheck = { enforcement: "followed", violation: null };

/**
 * Compares handoffs with one version of a policy: derives from the outline what its rules would have
 * passed, with the same terms as scoping. If an outline is ambiguous (an empty container, or a tool
 * message that lost its partner), the handoff counts as compliant. Caches outcomes, so that checking a
 * known pair costs one look-up per field.
 */
export class ViolationChecker {
  readonly #policy: CompiledPolicy;
  readonly #isEnforced: boolean;
  /** Expiry times of the rules, ascending: between two of them the rules stay the same. */
  readonly #expiries: readonly number[];
  readonly #scopes = new Map<string, PairTerms>();
  #knownLeaves = 0;

  constructor(policy: Policy, policySwitch: PolicySwitch = ENFORCED) {
    this.#policy = compileForChecks(policy);
    this.#isEnforced = switchSetting(policySwitch) === "enforce";
    this.#expiries = policy.agent_handoff_rules.map(expiryOf).sort((a, b) => a - b);
  }

  check(handoff: CheckedHandoff): PolicyCheck {
    const { scopingState, outline } = handoff;
    if (scopingState !== "scoped" && scopingState !== "observed") return UNKNOWN;
    const terms = this.#termsOf(handoff);
    const rule = differs(terms.ruleId, handoff.ruleId);
    const mode = handoff.mode && differs(terms.mode, handoff.mode);
    const isOnlyObserved = this.#isEnforced && scopingState === "observed";
    const fields = this.#compareFields(handoff, terms);
    const hasViolation =
      rule || mode || isOnlyObserved || fields.letThrough.length + fields.withheld.length > 0;
    if (hasViolation) return { enforcement: "differs", violation: { rule, mode, isOnlyObserved, ...fields } };
    // Every context has leaves, so an empty outline is missing data.
    return !outline?.length || handoff.outlineTruncated ? UNKNOWN : FOLLOWED;
  }

  #termsOf({ fromAgent: from, toAgent: to, occurredAt: now }: CheckedHandoff): PairTerms {
    if (this.#knownLeaves > MAX_KNOWN_LEAVES) {
      this.#scopes.clear();
      this.#knownLeaves = 0;
    }
    const expired = this.#expiries.filter((expiry) => expiry <= now).length;
    const key = JSON.stringify([from, to, expired]);
    const known = this.#scopes.get(key);
    if (known) return known;
    const terms = new PairTerms(this.#policy, { from, to, now });
    this.#scopes.set(key, terms);
    this.#knownLeaves += LEAVES_OF_A_PAIR;
    return terms;
  }

  #compareFields(
    handoff: CheckedHandoff,
    terms: PairTerms,
  ): Pick<Violation, "letThrough" | "withheld" | "unlisted"> {
    const letThrough: ViolatedField[] = [];
    const withheld: ViolatedField[] = [];
    let unlisted = 0;
    const known = terms.knownLeaves;
    // An event writer can name any number of agents.
    const agents = handoff.agents && new Set(handoff.agents);
    for (const entry of handoff.outline ?? []) {
      const field = compareField(entry, terms.outcomeOf(entry.path, agents), terms);
      if (!field) continue;
      const list = field.expected === null ? withheld : letThrough;
      if (list.length < MAX_LISTED) list.push(field);
      else unlisted += 1;
    }
    this.#knownLeaves += terms.knownLeaves - known;
    return { letThrough, withheld, unlisted };
  }
}

/** The rules of a policy for one pair of agents at one time. */
class PairTerms {
  readonly ruleId: string | null;
  readonly mode: HandoffMode;
  /** True if an output may have been shortened to a summary. */
  readonly summarizes: boolean;
  /** True if the policy has content rules that change texts. */
  readonly redacts: boolean;
  readonly #from: string;
  readonly #ofOutputs: OutlineScope;
  readonly #ofParts: OutlineScope;
  readonly #outcomes = new Map<string, { root: string; output: LeafOutcome; part: LeafOutcome }>();

  constructor(policy: CompiledPolicy, pair: { from: string; to: string; now: number }) {
    this.#from = pair.from;
    this.#ofOutputs = scopeOutline(policy, pair);
    this.#ofParts = scopeOutline(policy, { ...pair, agents: [] });
    const { rule, mode } = this.#ofOutputs.terms;
    this.ruleId = rule?.rule_id ?? null;
    this.mode = mode;
    this.summarizes = this.#ofOutputs.summaryTokens !== null;
    this.redacts = policy.contentRules.some(({ rule }) => rule.action !== "flag");
  }

  get knownLeaves(): number {
    return this.#outcomes.size;
  }

  /** Null if it is unknown whether the path is in an agent's output or in another part. */
  outcomeOf(path: string, agents: ReadonlySet<string> | null): LeafOutcome | null {
    let known = this.#outcomes.get(path);
    if (!known) {
      const root = readOutlinePath(path).root.key;
      known = { root, output: this.#ofOutputs.outcomeOf(path), part: this.#ofParts.outcomeOf(path) };
      this.#outcomes.set(path, known);
    }
    const { root, output, part } = known;
    if (!isAgentRoot(root)) return agents?.has(root) ? null : part;
    if (agents === null) return root === this.#from ? output : null;
    return agents.has(root) ? output : part;
  }
}

function compareField(
  entry: OutlineEntry,
  outcome: LeafOutcome | null,
  { summarizes, redacts }: PairTerms,
): ViolatedField | null {
  const { path, tokens, after = tokens, cause = null } = entry;
  if (outcome === null || tokens === 0) return null;
  const expected = outcome.cause;
  if (after > 0) {
    const isRight = expected === null || isOpen(entry, outcome);
    return isRight ? null : { path, tokens, after, expected, actual: null };
  }
  // Content decides whether a message lost its partner, a content rule finds a match, or a text was too long.
  const isRight =
    expected !== null ||
    cause === "dropped" ||
    (cause === "redacted" && redacts) ||
    (cause === "summarized" && summarizes);
  return isRight ? null : { path, tokens, after, expected, actual: cause };
}

/**
 * Returns whether a leaf that passed may be one that the rules let through: an empty
 * container, or an element that was `null` before.
 */
function isOpen({ path, tokens }: OutlineEntry, { cause, empty }: LeafOutcome): boolean {
  const isElement = path.endsWith("[]") && (cause === "not_allowed" || cause === "extracted");
  return isElement || (empty !== null && (path.includes("[]") || tokens === countTokens(empty)));
}

function differs<Value>(expected: Value, actual: Value): { expected: Value; actual: Value } | null {
  return expected === actual ? null : { expected, actual };
}
