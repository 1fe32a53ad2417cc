import { countOf } from "../count-of";
import type { CompiledPolicy } from "../scoping/compile-policy";
import type { HandoffTerms } from "../scoping/handoff-terms";
import { ANY_AGENT } from "./default-names";
import { type ContentRuleChange, diffContentRules } from "./diff/diff-content-rules";
import { diffPolicyTests, type PolicyTestChange } from "./diff/diff-policy-tests";
import { diffPolicySettings, diffRules, type RuleChange, type SettingChange } from "./diff/diff-rules";
import { findLoosening } from "./diff/find-loosening";
import { findWitnesses, OTHER_FIELDS } from "./diff/witness-paths";
import type { RuleMatch } from "./match-rule";
import type { Policy } from "./policy";
import { compileForChecks, scopeOutline } from "./scope-outline";

/** Two agents with handoffs between them. */
export interface ObservedPair {
  readonly from: string;
  readonly to: string;
  /** Outline paths of those handoffs. */
  readonly paths?: readonly string[];
}

/** A field with another outcome, and the places where it changes, as outline paths. */
export interface FieldChange {
  readonly field: string;
  readonly paths: readonly string[];
}

/** Effect of a policy change on an agent pair. */
export interface PairChange {
  readonly from: string;
  readonly to: string;
  readonly before: Pick<RuleMatch, "ruleId" | "mode">;
  readonly after: Pick<RuleMatch, "ruleId" | "mode">;
  readonly newlyLetThrough: readonly FieldChange[];
  readonly newlyBlocked: readonly FieldChange[];
}

export interface PolicyDiff {
  /** The difference in one sentence: "adds `api_keys` to 3 pairs, removes 2 fields from 41 pairs". */
  readonly headline: string;
  /**
   * Verified: nothing passes that did not pass before, between any agents, in any context, now or later. If
   * false, `loosening` has the reason.
   */
  readonly isStricterOnly: boolean;
  readonly loosening: string | null;
  /** Pairs with another rule or mode, or with other fields that pass. */
  readonly pairs: readonly PairChange[];
  readonly rules: readonly RuleChange[];
  readonly settings: readonly SettingChange[];
  readonly contentRules: readonly ContentRuleChange[];
  readonly tests: readonly PolicyTestChange[];
}

/**
 * Compares two policies: fields that newly pass or no longer pass, by sender and receiver; then rules and
 * settings.
 *
 * @param options.now   milliseconds since 1970.
 * @param options.pairs pairs to compare; by default those that the rules of either policy name, with `*` for
 * any other agent. Fields are those that either policy names, and those seen in the pair's handoffs.
 */
export function diffPolicies(
  before: Policy,
  after: Policy,
  options: { now: number; pairs?: Iterable<ObservedPair> },
): PolicyDiff {
  const { now } = options;
  const [old, renewed] = [compileSide(before), compileSide(after)];
  const pairs = [...(options.pairs ?? namedPairs([before, after]))].flatMap((pair) =>
    comparePair(old, renewed, { ...pair, now }),
  );
  const loosening = findLoosening(before, after, now);
  const rules = diffRules(before, after);
  const settings = diffPolicySettings(before, after);
  const contentRules = diffContentRules(before, after);
  const tests = diffPolicyTests(before, after);
  return {
    headline: summarize(pairs, rules.length + settings.length + contentRules.length + tests.length),
    isStricterOnly: loosening === null,
    loosening,
    pairs,
    rules,
    settings,
    contentRules,
    tests,
  };
}

interface Side {
  readonly policy: Policy;
  readonly compiled: CompiledPolicy;
}

function compileSide(policy: Policy): Side {
  return { policy, compiled: compileForChecks(policy) };
}

/** Returns a change, or none if the pair has the same outcome. */
function comparePair(before: Side, after: Side, pair: ObservedPair & { now: number }): PairChange[] {
  const { from, to, paths = [] } = pair;
  const [old, renewed] = [scopeOutline(before.compiled, pair), scopeOutline(after.compiled, pair)];
  const scopes = [
    { policy: before.policy, rule: old.terms.rule },
    { policy: after.policy, rule: renewed.terms.rule },
  ];
  const letThrough = new Map<string, string[]>();
  const blocked = new Map<string, string[]>();
  for (const { field, path } of findWitnesses(from, scopes, paths)) {
    const passed = old.outcomeOf(path).cause === null;
    const passes = renewed.outcomeOf(path).cause === null;
    if (passed === passes) continue;
    const changes = passes ? letThrough : blocked;
    const known = changes.get(field);
    if (known) known.push(path);
    else changes.set(field, [path]);
  }
  const [ruleBefore, ruleAfter] = [describeTerms(old.terms), describeTerms(renewed.terms)];
  const isSameRule = ruleBefore.ruleId === ruleAfter.ruleId && ruleBefore.mode === ruleAfter.mode;
  if (isSameRule && letThrough.size === 0 && blocked.size === 0) return [];
  return [
    {
      from,
      to,
      before: ruleBefore,
      after: ruleAfter,
      newlyLetThrough: listFields(letThrough),
      newlyBlocked: listFields(blocked),
    },
  ];
}

function describeTerms({ rule, mode }: HandoffTerms): Pick<RuleMatch, "ruleId" | "mode"> {
  return { ruleId: rule?.rule_id ?? null, mode };
}

function listFields(changes: ReadonlyMap<string, readonly string[]>): FieldChange[] {
  return [...changes].map(([field, paths]) => ({ field, paths }));
}

/** Returns the pairs that rules name, with `*` for any other agent, and the pair of any two agents. */
export function namedPairs(policies: readonly Policy[]): ObservedPair[] {
  const rules = policies.flatMap((policy) => policy.agent_handoff_rules);
  const pairs = rules.map(({ from_agent_id, to_agent_id }) => ({ from: from_agent_id, to: to_agent_id }));
  const everyPair = [...pairs, { from: ANY_AGENT, to: ANY_AGENT }];
  return [...new Map(everyPair.map((pair) => [JSON.stringify([pair.from, pair.to]), pair])).values()];
}

function summarize(pairs: readonly PairChange[], changes: number): string {
  const phrases = [
    toFieldDtos(
      "adds",
      "to",
      pairs.map(({ newlyLetThrough }) => newlyLetThrough),
    ),
    toFieldDtos(
      "removes",
      "from",
      pairs.map(({ newlyBlocked }) => newlyBlocked),
    ),
  ].filter((phrase) => phrase !== null);
  if (phrases.length > 0) return phrases.join(", ");
  return changes === 0 ? "changes nothing" : "changes no field that passes";
}

function toFieldDtos(
  verb: string,
  preposition: string,
  changes: readonly (readonly FieldChange[])[],
): string | null {
  const fields = [...new Set(changes.flatMap((fieldsOfPair) => fieldsOfPair.map(({ field }) => field)))];
  const [only] = fields;
  if (only === undefined) return null;
  const pairs = changes.filter((fieldsOfPair) => fieldsOfPair.length > 0).length;
  const what = fields.length === 1 ? quoteField(only) : `${fields.length} fields`;
  return `${verb} ${what} ${preposition} ${countOf(pairs, "pair")}`;
}

function quoteField(field: string): string {
  const isInWords = Object.values<string>(OTHER_FIELDS).includes(field);
  return isInWords ? field : `\`${field}\``;
}
