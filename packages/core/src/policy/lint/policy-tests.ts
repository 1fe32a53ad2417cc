import type { Finding } from "../../finding";
import { type LintContext, warn } from "./lint-context";

/** `duplicate_policy_test`: an earlier test has the same name. */
export function lintPolicyTestNames(context: LintContext): Finding[] {
  const seen = new Set<string>();
  return context.policy.policy_tests.flatMap(({ name }, position) => {
    const isRepeated = seen.has(name);
    seen.add(name);
    if (!isRepeated) return [];
    return warn(context, ["policy_tests", position, "name"], {
      code: "duplicate_policy_test",
      message: `an earlier policy test has the name “${name}”, so results do not identify the test`,
      hint: "Give each test its own name.",
    });
  });
}
