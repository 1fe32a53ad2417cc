import { scopeOutline } from "../src/policy/scope-outline";
import type { CompiledPolicy } from "../src/scoping/compile-policy";
import type { HandoffContext } from "../src/scoping/handoff-context";
import { scopeContext } from "../src/scoping/scope-context";
import type { OutlineEntry } from "../src/session/context-handoff";

const NOW = Date.UTC(2026, 0, 2);

export interface HandoffCase {
  from: string;
  to: string;
  context: HandoffContext;
}

/**
 * Finds entries of a handoff's outline, written by scoping, that differ from the result by path. Ignores what
 * an outline cannot contain: leaves that may be an empty container, and array elements, which may be `null`.
 */
export function disagreements(policy: CompiledPolicy, handoff: HandoffCase, check = scopeOutline) {
  const { event } = scopeContext(policy, { ...handoff, sessionId: "s", now: NOW, newId: () => "id" });
  if (event?.scoping_state !== "scoped") throw new Error(`${event?.scoping_state}: ${event?.audit_note}`);
  const agents = Object.keys(handoff.context.prior_outputs);
  const scope = check(policy, { ...handoff, now: NOW, agents });
  const reported = (event.outline ?? []).filter(
    ({ path }) => !path.endsWith("[]") && scope.outcomeOf(path).empty === null,
  );
  const recorded = ({ tokens, after = tokens, cause }: OutlineEntry) => (after === tokens ? null : cause);
  return {
    reported: reported.length,
    different: reported
      .filter((entry) => recorded(entry) !== scope.outcomeOf(entry.path).cause)
      .map(({ path }) => path),
  };
}
