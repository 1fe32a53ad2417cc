import { expect, it } from "vitest";
import { handoffOf, policyOf } from "../../test/handoff";
import { ContextCompiler } from "./context-compiler";

it("records an ungoverned handoff with what the policy would have removed", () => {
  const written: object[] = [];
  const compiler = new ContextCompiler({
    policy: policyOf({ blocked_context_fields: ["ssn"], audit_all_handoffs: true }),
    sessionId: "s1",
    write: (event) => void written.push(event),
    now: () => handoffOf({}).now,
    newId: () => "id",
  });
  compiler.recordUngoverned({
    fromAgentId: "a",
    agentId: "b",
    messages: [{ role: "assistant", name: "a", content: '{"ssn":"111","score":7}' }],
    reason: "the tool reads the state itself",
  });
  expect(written.at(-1)).toMatchObject({
    scoping_state: "observed",
    fields_filtered: ["a.ssn"],
    audit_note: expect.stringMatching(/^Not governed: the tool reads the state itself; /),
  });
});
