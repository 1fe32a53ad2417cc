import { expect, it } from "vitest";
import { readHandoffContext } from "./read-handoff-context";

it("readHandoffContext fills in missing and null parts, and keeps further parts", () => {
  const empty = { prior_outputs: {}, observations: [], original_input: null };
  expect(readHandoffContext({})).toEqual({ ok: true, context: empty });
  const context = { prior_outputs: null, observations: null, original_input: 1, plan: [2] };
  expect(readHandoffContext(context)).toEqual({
    ok: true,
    context: { ...empty, original_input: 1, plan: [2] },
  });
});

it.each<[unknown, string, string]>([
  ["text", "", "the context is not an object"],
  [null, "", "the context is not an object"],
  [[], "", "the context is not an object"],
  [{ prior_outputs: [] }, "/prior_outputs", "prior_outputs is not an object"],
  [{ observations: {} }, "/observations", "observations is not an array"],
])("readHandoffContext rejects %j", (value, path, message) => {
  expect(readHandoffContext(value)).toMatchObject({
    ok: false,
    finding: {
      code: "malformed_context",
      severity: "error",
      path,
      message,
      hint: expect.stringContaining("{"),
    },
  });
});

it("readHandoffContext rejects a part with a reserved name", () => {
  expect(readHandoffContext({ metadata: 1 })).toMatchObject({
    ok: false,
    finding: {
      code: "reserved_part_name",
      path: "/metadata",
      message: "a part has the name `metadata`, which the scoped context itself uses",
      hint: "Give the part another name.",
    },
  });
});
