import {
  type CompiledPolicy,
  compilePolicy,
  ENFORCED,
  POLICY_SECTION,
  parsePolicy,
  SAMPLE_POLICY,
} from "@baton/core";

/** A policy in force, and what an orchestrator says about it in a session's file. */
export interface PolicyInForce {
  compiled: CompiledPolicy;
  /** The fields of a `policy_seen` event. */
  announcement: Record<string, unknown>;
}

/** Fields that the second version of the policy lets pass from fraud to recommendation as well. */
const ADDED_FIELDS = ["claim_history", "network_analysis"];

/**
 * The sample's policies: tried first, then enforced, and widened once
 * after a complaint that reasons were missing.
 */
export function loadPolicies(): { observed: PolicyInForce; first: PolicyInForce; widened: PolicyInForce } {
  return {
    observed: putInForce(SAMPLE_POLICY, { enabled: false, observe: true }),
    first: putInForce(SAMPLE_POLICY, ENFORCED),
    widened: putInForce(widen(SAMPLE_POLICY), ENFORCED),
  };
}

function widen(document: typeof SAMPLE_POLICY): typeof SAMPLE_POLICY {
  const changed = structuredClone(document);
  const rule = changed.multi_agent_handoffs.agent_handoff_rules.find(
    (one) => one.rule_id === "fraud_to_recommendation",
  );
  rule?.allowed_context_fields?.push(...ADDED_FIELDS);
  rule?.conversation_translation?.extract_fields?.push(...ADDED_FIELDS);
  return changed;
}

function putInForce(
  document: typeof SAMPLE_POLICY,
  policySwitch: { enabled: boolean; observe: boolean },
): PolicyInForce {
  const parsed = parsePolicy(document, policySwitch);
  if (!parsed.ok) throw new Error(`the sample policy is refused: ${JSON.stringify(parsed.findings)}`);
  const compiled = compilePolicy(parsed);
  return {
    compiled,
    announcement: {
      policy_version: parsed.version,
      policy: document[POLICY_SECTION],
      switch: policySwitch,
    },
  };
}
