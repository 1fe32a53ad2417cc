import { type CompiledPolicy, compilePolicy, ENFORCED, type PolicySwitch, parsePolicy } from "@baton/core";
import { POLICY_SECTION, SAMPLE_POLICY } from "@baton/core/policy";
import { z } from "zod";
import { momentOn } from "./calendar";
import type { SampleData } from "./sample-data";

/** A policy in force. `announcement`: the fields of its `policy_seen` event. */
export interface PolicyInForce {
  version: string;
  compiled: CompiledPolicy;
  announcement: Record<string, unknown>;
  /** The policy file, as text. */
  document: string;
}

/** The versions of the policy in their order. */
export interface SamplePolicies {
  observed: PolicyInForce;
  first: PolicyInForce;
  widened: PolicyInForce;
  closed: PolicyInForce;
}

/** Days since the policy was widened. */
export const WIDENED_DAYS_AGO = 14;
/** Days since the policy blocks a field that leaked. */
export const CLOSED_DAYS_AGO = 5;

/** Fields that the second version of the policy also passes from fraud to recommendation. */
const ADDED_FIELDS = ["claim_history", "network_analysis"];

/** The rule of the third version: questions of the explanation came with the notes of other agents. */
const CLOSING_RULE = {
  rule_id: "explainability_to_recommendation",
  description: "A question on a decision needs the evidence, but never the internal notes of others",
  from_agent_id: "explainability_agent",
  to_agent_id: "recommendation_agent",
  handoff_mode: "scoped",
  allowed_context_fields: [],
  blocked_context_fields: ["internal_notes"],
  audit_enabled: true,
};

const Rules = z.array(z.record(z.string(), z.unknown()));

/**
 * Returns the sample's policies for the claims and the service desk: first observed, then enforced, widened after a
 * complaint about missing reasons, and closed after a leak was found.
 */
export function loadPolicies(data: SampleData): SamplePolicies {
  const desk = data.yaml("desk/workflow.yaml", z.object({ rules: Rules })).rules;
  const { agent_handoff_rules: claims, ...settings } = SAMPLE_POLICY[POLICY_SECTION];
  const documentOf = (rules: z.infer<typeof Rules>) => ({
    [POLICY_SECTION]: { ...settings, agent_handoff_rules: [...rules, ...desk] },
  });
  const widened = claims.map((rule) =>
    rule.rule_id === "fraud_to_recommendation"
      ? {
          ...rule,
          allowed_context_fields: [...(rule.allowed_context_fields ?? []), ...ADDED_FIELDS],
          conversation_translation: {
            ...rule.conversation_translation,
            extract_fields: [...(rule.conversation_translation?.extract_fields ?? []), ...ADDED_FIELDS],
          },
        }
      : rule,
  );
  return {
    observed: setLive(documentOf(claims), { enabled: false, observe: true }),
    first: setLive(documentOf(claims), ENFORCED),
    widened: setLive(documentOf(widened), ENFORCED),
    closed: setLive(documentOf([...widened, CLOSING_RULE]), ENFORCED),
  };
}

/** Returns the enforced version at a time. */
export function versionAt(policies: SamplePolicies, today: number, at: number): PolicyInForce {
  if (at >= momentOn(today, CLOSED_DAYS_AGO, 0)) return policies.closed;
  return at < momentOn(today, WIDENED_DAYS_AGO, 0) ? policies.first : policies.widened;
}

function setLive(document: Record<string, unknown>, policySwitch: PolicySwitch): PolicyInForce {
  const parsed = parsePolicy(document, policySwitch);
  if (!parsed.ok) throw new Error(`the sample policy is invalid: ${JSON.stringify(parsed.findings)}`);
  return {
    version: parsed.version,
    compiled: compilePolicy(parsed),
    announcement: { policy_version: parsed.version, policy: document[POLICY_SECTION], switch: policySwitch },
    document: `${JSON.stringify(document, null, 2)}\n`,
  };
}
