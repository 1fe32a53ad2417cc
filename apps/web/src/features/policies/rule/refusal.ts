import { parsePolicy } from "@baton/core";
import { type HandoffRule, POLICY_SECTION } from "@baton/core/policy";

/** Returns the reason why a policy with this rule would be rejected; null if it would not. */
export function findRefusal(changes: Partial<HandoffRule>): string | null {
  const rule = { rule_id: "rule", from_agent_id: "*", to_agent_id: "*", ...changes };
  const parsed = parsePolicy({ [POLICY_SECTION]: { agent_handoff_rules: [rule] } });
  return parsed.ok ? null : (parsed.findings[0]?.message.replaceAll("`", "") ?? "Invalid value.");
}
