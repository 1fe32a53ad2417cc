import { addRules, PRESETS, replaceContentRules } from "../content/content-rules";
import { type DraftContent, EMPTY_CONTENT } from "./draft-content";
import { changeSettings } from "./policy-section";

/** The parts of the suggested policy, as a person reads them. */
export const SUGGESTED_RULES: readonly {
  preset: string;
  action: "flag" | "redact" | "block";
  text: string;
}[] = [
  { preset: "Secrets", action: "redact", text: "Redact secrets and passwords in URLs." },
  { preset: "Source paths", action: "block", text: "Block texts that name .env and key files." },
  {
    preset: "Personal data",
    action: "flag",
    text: "Record email addresses, phone numbers and social security numbers, without changing the text.",
  },
];

/**
 * Returns a first policy for agents that pass text to each other: content rules for every pair, and handoff
 * control off with observe mode on.
 */
export function suggestPolicy(): DraftContent {
  const rules = SUGGESTED_RULES.flatMap(({ preset, action }) =>
    (PRESETS.find(({ name }) => name === preset)?.rules ?? []).map((rule) => ({ ...rule, action })),
  );
  const { section } = EMPTY_CONTENT;
  return { ...EMPTY_CONTENT, section: changeSettings(section, replaceContentRules(addRules([], rules))) };
}
