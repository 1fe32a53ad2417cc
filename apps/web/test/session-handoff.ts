import type { NumberedHandoff } from "@/features/sessions/select-handoffs";

/** Returns a context handoff of a session, scoped by a rule. */
export function buildSessionHandoff(
  fromAgent: string,
  toAgent: string,
  fields: Partial<NumberedHandoff> = {},
): NumberedHandoff {
  return {
    number: 1,
    sincePrevious: null,
    eventId: `${fromAgent}-${toAgent}`,
    occurredAt: 0,
    kind: "context",
    fromAgent,
    fromAgentId: null,
    toAgent,
    toAgentId: null,
    mode: "scoped",
    ruleId: "r",
    scopingState: "scoped",
    enforcement: "followed",
    beforeTokens: 10,
    afterTokens: 5,
    savedTokens: 5,
    ...fields,
  };
}
