import { type LintOptions, lintPolicy } from "../src/policy/lint-policy";
import { Policy } from "../src/policy/policy";

/** The time at which rules of these tests expire; {@link PAST} is the same instant. */
export const NOW = Date.UTC(2026, 0, 2);
export const PAST = "2026-01-02T00:00:00Z";
export const FUTURE = "2026-02-01T00:00:00Z";

export type RuleText = [rule_id: string, from: string, to: string, more?: object];

/** Returns the findings of a policy with these rules. */
export const lint = (rules: RuleText[], more: { policy?: object; options?: Partial<LintOptions> } = {}) =>
  lintPolicy(
    Policy.parse({
      ...more.policy,
      agent_handoff_rules: rules.map(([rule_id, from_agent_id, to_agent_id, fields]) => ({
        rule_id,
        from_agent_id,
        to_agent_id,
        ...fields,
      })),
    }),
    { now: NOW, ...more.options },
  );

/** Returns `code path` of each finding. */
export const codes = (...checked: Parameters<typeof lint>) =>
  lint(...checked).map(({ code, path }) => `${code} ${path}`);

/** Returns the message of each finding of a code. */
export const messages = (code: string, ...checked: Parameters<typeof lint>) =>
  lint(...checked)
    .filter((finding) => finding.code === code)
    .map(({ message }) => message);
