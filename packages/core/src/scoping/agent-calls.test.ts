import { describe, expect, it } from "vitest";
import { handoffOf, policyOf } from "../../test/handoff";
import { ContextCompiler } from "./context-compiler";

function compilerOf(section: object, written: object[] = []) {
  return new ContextCompiler({
    policy: policyOf({ blocked_context_fields: ["ssn"], audit_all_handoffs: true, ...section }),
    sessionId: "s1",
    write: (event) => void written.push(event),
    now: () => handoffOf({}).now,
    newId: () => "id",
  });
}

const CALL = { fromAgentId: "a", agentId: "b" };

describe("scopeCall", () => {
  const input = { prompt: "Rate the claim.\nssn: 111", claim_id: "C-9", ssn: "111", retries: 2 };
  const left = { prompt: "Rate the claim.\nssn: [redacted: blocked_in_text]", claim_id: "C-9", retries: 2 };

  it("keeps the form of an input, and removes blocked fields from the prompt and from the other fields", () => {
    expect(compilerOf({}).scopeCall(CALL, input)).toEqual({ input: left, refusal: null });
    expect(compilerOf({}).scopeCall(CALL, ["ssn: 111"]).input).toEqual(["ssn: [redacted: blocked_in_text]"]);
  });

  it("passes the prompt and the identifiers in mode minimal", () => {
    const minimal = { default_handoff_mode: "minimal", minimal_input_fields: ["claim_id"] };
    expect(compilerOf(minimal).scopeCall(CALL, input).input).toEqual({
      prompt: left.prompt,
      claim_id: "C-9",
    });
  });

  it("passes a note in place of a prompt whose name is blocked", () => {
    const { input: passed } = compilerOf({ blocked_context_fields: ["prompt"] }).scopeCall(CALL, input);
    expect(passed).toMatchObject({ prompt: expect.stringContaining("withheld by Baton"), claim_id: "C-9" });
  });
});

it("scopeAnswer keeps the form of an answer", () => {
  const compiler = compilerOf({});
  expect(compiler.scopeAnswer(CALL, '{"score":7,"ssn":"111"}')).toBe('{"score":7}');
  expect(compiler.scopeAnswer(CALL, { score: 7, ssn: "111" })).toEqual({ score: 7 });
  const minimal = compilerOf({ default_handoff_mode: "minimal" });
  expect(minimal.scopeAnswer(CALL, "It is covered")).toContain("withheld by Baton");
});

it("records an ungoverned handoff with what the policy would have removed", () => {
  const written: object[] = [];
  const compiler = compilerOf({}, written);
  compiler.recordUngoverned({
    ...CALL,
    messages: [{ role: "assistant", name: "a", content: '{"ssn":"111","score":7}' }],
    reason: "the tool reads the state itself",
  });
  expect(written.at(-1)).toMatchObject({
    scoping_state: "observed",
    fields_filtered: ["a.ssn"],
    audit_note: expect.stringMatching(/^Not governed: the tool reads the state itself; /),
  });
});
