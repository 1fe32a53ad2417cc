import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { z } from "zod";
import { handoffOf, policyOf } from "../../test/handoff";
import { readHistoryVectors, readTextVectors } from "../../test/vectors";
import { scopeMessages } from "../messages/scope-messages";
import { scopeContext } from "../scoping/scope-context";
import { checkText } from "./check-text";
import { loadDetectors } from "./load-detectors";

const detectors = await loadDetectors();
function compileDocument({ multi_agent_handoffs }: { multi_agent_handoffs: Record<string, unknown> }) {
  return policyOf(multi_agent_handoffs, ON, detectors);
}

const ON = { enabled: true, observe: false };
const Parts = z.record(z.string(), z.unknown());
const Rules = z.array(Parts);

/** Reads vectors that the Python package shares. */
function readCases<Case>(path: string, schema: z.ZodType<Case>): Case[] {
  const text = readFileSync(new URL(`../../conformance/${path}`, import.meta.url), "utf8");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => schema.parse(JSON.parse(line)));
}

it.each(readTextVectors())("checkText agrees on $name", ({ policy, text, expected, counts }) => {
  const checked = checkText(compileDocument(policy), { from: "a", to: "b", text });
  expect(checked.isBlocked ? null : checked.text).toBe(expected);
  expect(Object.fromEntries(checked.findings.map(({ rule_id, count }) => [rule_id, count]))).toEqual(counts);
});

const Contexts = z.object({
  name: z.string(),
  rules: Rules,
  policy: Parts.default({}),
  context: Parts,
  expected: Parts,
  findings: z.array(z.unknown()).optional(),
  refused: z.boolean().default(false),
});

it.each([
  ...readCases("content/contexts.jsonl", Contexts).map((each) => ({ ...each, loaded: detectors })),
  ...readCases("content/withheld.jsonl", Contexts).map((each) => ({ ...each, loaded: undefined })),
])("scopeContext $name", ({ rules, policy, context, expected, findings, refused, loaded }) => {
  const section = { default_handoff_mode: "full", ...policy, content_rules: rules };
  const { scoped, event, refusal } = scopeContext(policyOf(section, ON, loaded), handoffOf(context));
  expect(Object.fromEntries(Object.keys(expected).map((part) => [part, scoped[part]]))).toEqual(expected);
  if (findings) expect(event?.content_findings ?? []).toEqual(findings);
  expect(refusal !== null).toBe(refused);
});

it.each(readHistoryVectors())("scopeMessages $name", ({ policy, expected, ...history }) => {
  const { context: _, ...handoff } = handoffOf({}, { isParsedJson: true });
  const { messages } = scopeMessages(compileDocument(policy), { ...handoff, ...history });
  expect(messages).toEqual(expected);
});
