import { type CompiledContentRule, compileContentRules } from "../content/compile-content-rules";
import type { Detectors } from "../content/detectors";
import { DEFAULT_MINIMAL_INPUT_FIELDS } from "../policy/default-names";
import { createPolicyIndex, type PolicyIndex } from "../policy/match-rule";
import type { EnforcementLevel, HandoffRule, Policy } from "../policy/policy";
import type { PolicySwitch } from "../policy/policy-switch";
import type { ReleaseStage } from "../policy/release-stage";
import { ENFORCED } from "../policy/switch-setting";
import { type BlockedPatterns, compileBlockedPatterns } from "./blocked-fields";
import { parseFieldPattern } from "./field-pattern";
import { compileTrie, type FieldTrieNode } from "./field-trie";

/** A rule's compiled patterns. */
export interface CompiledRule {
  /** Null if the rule has no allowed list and passes every field. */
  readonly allowed: FieldTrieNode | null;
  readonly blocked: BlockedPatterns;
  /** Fields that its translation extracts, enabled or not; null without any. */
  readonly extracted: FieldTrieNode | null;
}

/** A candidate version that is released in steps. */
export interface PolicyRelease {
  readonly stage: ReleaseStage;
  readonly candidate: CompiledPolicy;
  /** Decides all other handoffs; in the stage `observe`, it also records what the candidate would have done. */
  readonly live: CompiledPolicy;
}

/** A policy and its switch, compiled once for all their handoffs. */
export interface CompiledPolicy {
  readonly switch: PolicySwitch;
  /** Null without a policy; then every handoff is `minimal`. */
  readonly index: PolicyIndex | null;
  readonly version: string | null;
  /** The section as written, from which the version is calculated. */
  readonly section: Record<string, unknown> | null;
  readonly enforcementLevel: EnforcementLevel;
  readonly minimalInputFields: ReadonlySet<string>;
  /** Blocks of the policy itself, in every handoff. */
  readonly blocked: BlockedPatterns;
  readonly rules: ReadonlyMap<HandoffRule, CompiledRule>;
  readonly contentRules: readonly CompiledContentRule[];
  /**
   * Only records what it would have done: the policy as if all its rules were enforced, or a candidate that is observed.
   * Null without either.
   */
  readonly trial: CompiledPolicy | null;
  /** A candidate that decides some handoffs; null without one, and in the policy that decides. */
  readonly release: PolicyRelease | null;
}

/**
 * Compiles a policy for {@link scopeContext}. Do it once per version, not per handoff.
 *
 * @param parsed result of `parsePolicy(document, switch)`; its version includes that switch.
 * @param detectors result of `loadDetectors()`. Without them, texts that content rules could redact or refuse are
 * withheld.
 */
export function compilePolicy(
  parsed: {
    policy: Policy;
    version: string;
    switch: PolicySwitch;
    section: Record<string, unknown>;
  },
  detectors?: Detectors,
): CompiledPolicy {
  const { policy, version } = parsed;
  const index = createPolicyIndex(policy);
  const compiled = {
    switch: parsed.switch,
    index,
    version,
    section: parsed.section,
    enforcementLevel: policy.enforcement_level,
    minimalInputFields: new Set(policy.minimal_input_fields),
    blocked: compileBlockedPatterns(policy.blocked_context_fields),
    rules: new Map(policy.agent_handoff_rules.map((rule) => [rule, compileRule(rule)])),
    contentRules: compileContentRules(policy.content_rules, detectors),
    trial: null,
    release: null,
  };
  if (index.trial === null) return compiled;
  const audited = { ...index.trial, policy: { ...policy, audit_all_handoffs: true } };
  return { ...compiled, trial: { ...compiled, index: audited } };
}

/**
 * Returns the policy in force without a readable policy: every handoff is `minimal` and recorded as
 * `denied_error`, unless the switch is readable and off.
 */
export function withoutPolicy(policySwitch: PolicySwitch = ENFORCED): CompiledPolicy {
  return {
    switch: policySwitch,
    index: null,
    version: null,
    section: null,
    enforcementLevel: "strict",
    minimalInputFields: new Set(DEFAULT_MINIMAL_INPUT_FIELDS),
    blocked: compileBlockedPatterns([]),
    rules: new Map(),
    contentRules: [],
    trial: null,
    release: null,
  };
}

/** @throws Error if a pattern is malformed, which parsed policies exclude. */
function compileRule(rule: HandoffRule): CompiledRule {
  const extracted = rule.conversation_translation?.extract_fields ?? [];
  return {
    allowed: rule.allowed_context_fields ? compileAllowedPatterns(rule.allowed_context_fields) : null,
    blocked: compileBlockedPatterns(rule.blocked_context_fields),
    extracted: extracted.length > 0 ? compileAllowedPatterns(extracted) : null,
  };
}

/** Compiles an allowed list, or the list of fields to extract. Compares keys after NFC only. */
export function compileAllowedPatterns(patterns: readonly string[]): FieldTrieNode {
  const parsed = patterns.map((text) => {
    const pattern = parseFieldPattern(text);
    if (!pattern.ok) throw new Error(`an allowed pattern is malformed: ${pattern.reason}`);
    return pattern.segments;
  });
  return compileTrie(parsed, (key) => key);
}
