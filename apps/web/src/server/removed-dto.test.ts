import { expect, it } from "vitest";
import { toRemovedDto } from "./removed-dto";

const line = (event: object) => ({ text: JSON.stringify(event) });

it("toRemovedDto returns the removed fields of an event, each once", () => {
  const fields_filtered = ["fraud.ssn", "fraud.notes", "fraud.ssn"];
  expect(toRemovedDto(line({ event_type: "context_handoff", fields_filtered }))).toEqual({
    first: ["fraud.ssn", "fraud.notes"],
    count: 2,
  });
});

it.each([
  ["the line was deleted", null],
  ["its content was not stored", { text: null }],
  ["the line is invalid", { text: "{" }],
  ["the event has no removed fields", line({ event_type: "context_handoff", fields_filtered: [] })],
  ["the event is not a context handoff", line({ event_type: "other", fields_filtered: ["a"] })],
])("toRemovedDto returns null if %s", (_, kept) => {
  expect(toRemovedDto(kept)).toBeNull();
});
