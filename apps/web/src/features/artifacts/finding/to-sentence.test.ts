import { expect, it } from "vitest";
import { toSentence } from "./to-sentence";

it.each([
  ["no field was seen", "No field was seen."],
  ["it ends. Does it?", "It ends. Does it?"],
  ["`a` is blocked", "`a` is blocked."],
  ["fraud_agent is unknown", "fraud_agent is unknown."],
  ["artifacts/one is empty", "artifacts/one is empty."],
])("toSentence turns “%s” into a sentence, and keeps a leading name unchanged", (message, sentence) => {
  expect(toSentence(message)).toBe(sentence);
});
