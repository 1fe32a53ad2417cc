import { expect, it } from "vitest";
import { toSentence } from "./to-sentence";

it.each([
  ["no field was seen", "No field was seen."],
  ["it ends. Does it?", "It ends. Does it?"],
  ["`a` is blocked", "`a` is blocked."],
  ["fraud_agent is unknown", "fraud_agent is unknown."],
  ["artifacts/one is empty", "artifacts/one is empty."],
])("makes a sentence of %s, and leaves a name in front as it is", (message, sentence) => {
  expect(toSentence(message)).toBe(sentence);
});
