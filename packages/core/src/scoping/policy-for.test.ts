import { describe, expect, it } from "vitest";
import { handoffOf, policyOf } from "../../test/handoff";
import { scopeMessages } from "../messages/scope-messages";
import { ContextCompiler } from "./context-compiler";
import { policyFor, withCandidate } from "./policy-for";
import { scopeContext } from "./scope-context";

const LIVE = policyOf({ default_handoff_mode: "full", blocked_context_fields: ["old"] });
const NEXT = policyOf({
  agent_handoff_rules: [
    { rule_id: "next", from_agent_id: "a", to_agent_id: "b", blocked_context_fields: ["notes"] },
  ],
});
const OUTPUT = { old: 1, notes: 2, score: 3 };
const HALF = withCandidate(LIVE, NEXT, { stage: "share", percent: 50 });
const OBSERVED = withCandidate(LIVE, NEXT, { stage: "observe" });

describe("a candidate", () => {
  it("decides whole handoffs of its share, in every entry point, and names itself", async () => {
    const versions = new Set<string | null>();
    for (let n = 0; n < 40; n += 1) {
      const sessionId = `s-${n}`;
      const decider = policyFor(HALF, { sessionId });
      versions.add(decider.version);
      const handoff = handoffOf({ prior_outputs: { a: OUTPUT } }, { sessionId });
      const { scoped, event } = scopeContext(HALF, handoff);
      const { event: expected, scoped: whole } = scopeContext(decider, handoff);
      expect([scoped, event]).toEqual([whole, expected]);
      expect(event?.policy_version).toBe(decider.version);
      const { context: _, ...pair } = handoff;
      const messages = [{ role: "assistant", name: "a", content: JSON.stringify(OUTPUT) }];
      expect(scopeMessages(HALF, { ...pair, messages }).event?.policy_version).toBe(decider.version);
      const written: (string | null | undefined)[] = [];
      const compiler = new ContextCompiler({
        policy: HALF,
        sessionId,
        write: (line) => void written.push(line.policy_version),
        now: () => 0,
        newId: () => "id",
      });
      await compiler.compileForAgent({ agentId: "b", fromAgentId: "a", priorOutputs: { a: OUTPUT } });
      compiler.scopeMessages({ agentId: "b", fromAgentId: "a", messages });
      // The announcement and both handoffs.
      expect(written).toEqual([decider.version, decider.version, decider.version]);
    }
    expect(versions).toEqual(new Set([LIVE.version, NEXT.version]));
  });

  it("decides the chosen workflows alone", () => {
    const policy = withCandidate(LIVE, NEXT, { stage: "workflows", workflows: ["claims"] });
    const versionOf = (workflowId?: string) =>
      scopeContext(policy, handoffOf({}, { workflowId })).event?.policy_version;
    expect(["claims", "billing", undefined].map(versionOf)).toEqual([
      NEXT.version,
      LIVE.version,
      LIVE.version,
    ]);
  });

  it("changes nothing while it is observed, and records what it would have done", () => {
    const quiet = policyOf({ default_handoff_mode: "full", audit_all_handoffs: false });
    const handoff = handoffOf({ prior_outputs: { a: OUTPUT } });
    const { scoped, event } = scopeContext(OBSERVED, handoff);
    expect(scoped.prior_outputs).toEqual({ a: { notes: 2, score: 3 } });
    expect(event).toMatchObject({
      policy_version: LIVE.version,
      observed_rules: {
        policy_version: NEXT.version,
        rule_ids: ["next"],
        would_remove: ["a.notes"],
        would_pass: ["a.old"],
      },
    });
    expect(scopeContext(quiet, handoff).event).toBeNull();
    const observing = withCandidate(quiet, NEXT, { stage: "observe" });
    expect(scopeContext(observing, handoff).event?.observed_rules).toBeDefined();
  });
});
