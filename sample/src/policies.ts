import { type CompiledPolicy, compilePolicy, ENFORCED, parsePolicy } from "@baton/core";
import { POLICY_SECTION, SAMPLE_POLICY } from "@baton/core/policy";

/** A policy in force. `announcement`: the fields of its `policy_seen` event. */
export interface PolicyInForce {
  compiled: CompiledPolicy;
  announcement: Record<string, unknown>;
}

/** Fields that the second version of the policy also passes from fraud to recommendation. */
const ADDED_FIELDS = ["claim_history", "network_analysis"];

/**
 * Returns the sample's policies: first observed, then enforced, and widened after a complaint about missing
 * reasons.
 */
export function loadPolicies(): { observed: PolicyInForce; first: PolicyInForce; widened: PolicyInForce } {
  const widened = structuredClone(SAMPLE_POLICY);
  const rules = widened.multi_agent_handoffs.agent_handoff_rules;
  const rule = rules.find(({ rule_id }) => rule_id === "fraud_to_recommendation");
  rule?.allowed_context_fields?.push(...ADDED_FIELDS);
  rule?.conversation_translation?.extract_fields?.push(...ADDED_FIELDS);
  return {
    observed: setLive(SAMPLE_POLICY, { enabled: false, observe: true }),
    first: setLive(SAMPLE_POLICY, ENFORCED),
    widened: setLive(widened, ENFORCED),
  };
}

function setLive(document: typeof SAMPLE_POLICY, policySwitch: typeof ENFORCED): PolicyInForce {
  const parsed = parsePolicy(document, policySwitch);
  if (!parsed.ok) throw new Error(`the sample policy is invalid: ${JSON.stringify(parsed.findings)}`);
  return {
    compiled: compilePolicy(parsed),
    announcement: { policy_version: parsed.version, policy: document[POLICY_SECTION], switch: policySwitch },
  };
}
