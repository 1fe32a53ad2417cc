import { expect, it } from "vitest";
import { toRemovedDto } from "./removed-dto";

const line = (event: object) => ({ text: JSON.stringify(event) });

it("tells the removed fields that an event names, each once", () => {
  const fields_filtered = ["fraud.ssn", "fraud.notes", "fraud.ssn"];
  expect(toRemovedDto(line({ event_type: "context_handoff", fields_filtered }))).toEqual({
    first: ["fraud.ssn", "fraud.notes"],
    count: 2,
  });
});

it.each([
  ["the line is no longer kept", null],
  ["its content was not stored", { text: null }],
  ["it cannot be read", { text: "{" }],
  ["it names none", line({ event_type: "context_handoff", fields_filtered: [] })],
  ["it is no handoff of a context", line({ event_type: "other", fields_filtered: ["a"] })],
])("tells nothing where %s", (_, kept) => {
  expect(toRemovedDto(kept)).toBeNull();
});
