import type { Detectors } from "../content/detectors";
import { type Finding, sortFindings } from "../finding";
import { lintContentPatterns, lintContentRuleIds, lintUselessContentRules } from "./lint/content-rules";
import {
  lintAllowedAndBlocked,
  lintAllowedNotExtracted,
  lintEmptyAllowed,
  lintExtractsBlocked,
  lintFullWithBlocked,
} from "./lint/field-lists";
import { lintInheritedBlocks } from "./lint/inherited-blocks";
import type { Lint } from "./lint/lint-context";
import { lintLookalikes } from "./lint/lookalike-fields";
import { lintPolicyTestNames } from "./lint/policy-tests";
import { lintExpiry, lintRepeatedPairs, lintRuleIds } from "./lint/repeated-rules";
import { lintUnseenAgents, lintUnseenFields } from "./lint/unobserved-names";
import { createPolicyIndex } from "./match-rule";
import type { Policy } from "./policy";

const LINTS: readonly Lint[] = [
  lintRuleIds,
  lintExpiry,
  lintRepeatedPairs,
  lintEmptyAllowed,
  lintFullWithBlocked,
  lintAllowedAndBlocked,
  lintExtractsBlocked,
  lintAllowedNotExtracted,
  lintInheritedBlocks,
  lintContentRuleIds,
  lintContentPatterns,
  lintUselessContentRules,
  lintPolicyTestNames,
  lintLookalikes,
  lintUnseenAgents,
  lintUnseenFields,
];

export interface LintOptions {
  /** Milliseconds since 1970. */
  now: number;
  /** JSON Pointer of the policy's section in its document; paths of findings start with it. */
  sectionPath?: string;
  /** Agents with a handoff so far; without them, no agent is reported as unseen. */
  seenAgents?: Iterable<string>;
  /** Outline paths of handoffs; without them, no field is reported as unseen. */
  seenFields?: Iterable<string>;
  /**
   * Result of `loadDetectors`, to compile the patterns of content rules; without them, only the usual mistakes in
   * patterns are reported.
   */
  detectors?: Detectors;
}

/**
 * Finds probable mistakes in a policy. No finding prevents the policy from being applied. Every finding is a warning,
 * except `pattern_invalid`, whose rule withholds texts, and `duplicate_content_rule_id`. `docs/findings.md` lists the codes.
 *
 * @returns findings sorted by path, then code; their paths are JSON Pointers (RFC 6901) that start with
 * `sectionPath`.
 */
export function lintPolicy(policy: Policy, options: LintOptions): Finding[] {
  const context = {
    policy,
    index: createPolicyIndex(policy),
    now: options.now,
    sectionPath: options.sectionPath ?? "",
    seenAgents: options.seenAgents ? new Set(options.seenAgents) : null,
    seenFields: options.seenFields ? [...options.seenFields] : null,
    detectors: options.detectors ?? null,
  };
  return sortFindings(LINTS.flatMap((lint) => lint(context)));
}
