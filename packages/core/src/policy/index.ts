export {
  CONTENT_ACTIONS,
  type ContentAction,
  DETECTOR_NAMES,
  type DetectorName,
  needsPattern,
} from "../content/content-rule-names";
export { listTestFailures, type PolicyTestResult, runPolicyTests } from "../policy-test/run-policy-tests";
export { TRANSLATION_STRATEGIES, type TranslationStrategy } from "../scoping/translate-outputs";
export { ContentRule } from "./content-rule";
export { ANY_AGENT, RESERVED_AGENT_IDS } from "./default-names";
export type { ContentRuleChange } from "./diff/diff-content-rules";
export type { PolicyTestChange } from "./diff/diff-policy-tests";
export type { RuleChange, SettingChange } from "./diff/diff-rules";
export {
  diffPolicies,
  type FieldChange,
  namedPairs,
  type ObservedPair,
  type PairChange,
  type PolicyDiff,
} from "./diff-policies";
export { effectivePolicy } from "./effective-policy";
export { explainMatch, type MatchCandidate, type MatchExplanation, type Verdict } from "./explain-match";
export { HANDOFF_MODES } from "./handoff-mode";
export { type ExportedText, exportPolicy, exportSwitch } from "./import-export";
export { isReleased, type ReleaseSession } from "./is-released";
export { type LintOptions, lintPolicy } from "./lint-policy";
export {
  createPolicyIndex,
  expiryOf,
  isObserved,
  matchRule,
  type PolicyIndex,
  type RuleMatch,
  SPECIFICITIES,
  type Specificity,
  specificityOf,
} from "./match-rule";
export { POLICY_SECTION } from "./parse-policy";
export {
  ConversationTranslation,
  ENFORCEMENT_LEVELS,
  type EnforcementLevel,
  HandoffRule,
  RULE_STATES,
  type RuleState,
} from "./policy";
export { type ParsedSwitch, parseSwitch } from "./policy-switch";
export { PolicyTest } from "./policy-test";
export { ReleaseStage } from "./release-stage";
export { SAMPLE_POLICY } from "./sample-policy";
export { SWITCH_SETTINGS, type SwitchSetting, switchSetting } from "./switch-setting";
export { trialPolicy } from "./trial-policy";
