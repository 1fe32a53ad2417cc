import type { Detectors } from "../src/content/detectors";
import { parsePolicy } from "../src/policy/parse-policy";
import { type CompiledPolicy, compilePolicy } from "../src/scoping/compile-policy";
import type { Handoff } from "../src/scoping/handoff";
import type { HandoffContext } from "../src/scoping/handoff-context";

/** Parses a policy from its section; the test fails if it is rejected. */
export function policyOf(
  section: Record<string, unknown>,
  policySwitch = { enabled: true, observe: false },
  detectors?: Detectors,
): CompiledPolicy {
  const parsed = parsePolicy({ multi_agent_handoffs: section }, policySwitch);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.findings));
  return compilePolicy(parsed, detectors);
}

/** Returns an enforced policy of one rule for `a → b`. */
export function ruleOf(rule: Record<string, unknown>, section: Record<string, unknown> = {}): CompiledPolicy {
  return policyOf({ ...section, agent_handoff_rules: [{ from_agent_id: "a", to_agent_id: "b", ...rule }] });
}

/** Returns a handoff from `a` to `b` at a fixed time with the given context, otherwise empty. */
export function handoffOf(context: Partial<HandoffContext>, fields: Partial<Handoff> = {}): Handoff {
  return {
    from: "a",
    to: "b",
    context: { prior_outputs: {}, observations: [], original_input: null, ...context },
    sessionId: "session-1",
    now: Date.UTC(2026, 0, 2, 17),
    newId: () => "0190a3c4-0000-7000-8000-000000000000",
    ...fields,
  };
}
