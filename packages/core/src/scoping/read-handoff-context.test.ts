import { expect, it } from "vitest";
import { readHandoffContext } from "./read-handoff-context";

it("fills in what is missing or null, and keeps further parts", () => {
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
])("refuses %j", (value, path, message) => {
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

it("refuses a part that is named as one of a scoped context's own keys", () => {
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
