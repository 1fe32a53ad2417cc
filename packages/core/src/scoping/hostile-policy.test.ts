import { describe, expect, it } from "vitest";
import { cpuMilliseconds } from "../../test/cpu-time";
import { handoffOf, policyOf } from "../../test/handoff";
import { plainJson } from "./plain-json";
import { scopeContext } from "./scope-context";

/**
 * Ten times the second that a decision may take. Before they were bounded these took 30 s and more.
 */
const HANG_GUARD_MILLISECONDS = 10_000;
/** Maximum number of characters that the decision and the event add to the input. */
const MAX_GROWTH = 20_000_000;

const names = (count: number) => Array.from({ length: count }, (_, index) => `f${index}`);
const fieldsOf = (count: number) => Object.fromEntries(names(count).map((name) => [name, 1]));
const rule = (rest: object) => ({ rule_id: "r", from_agent_id: "a", to_agent_id: "b", ...rest });
const extracting = (fields: string[]) => ({
  enable_conversation_translation: true,
  agent_handoff_rules: [
    rule({ handoff_mode: "full", conversation_translation: { enabled: true, extract_fields: fields } }),
  ],
});
/** `a.a.a`, `a.a.*`, …: the positions in such a list double with each step. */
const doubling = (depth: number) =>
  Array.from({ length: 2 ** depth }, (_, bits) =>
    Array.from({ length: depth }, (_, step) => ((bits >> step) & 1 ? "*" : "a")).join("."),
  );
/** Spellings of one field: an accented letter is one or two characters, which NFC makes equal. */
const accented = (count: number) =>
  Array.from({ length: count }, (_, bits) =>
    Array.from({ length: 16 }, (_each, place) => ((bits >> place) & 1 ? "\u00e9" : "e\u0301")).join(""),
  );
const deep = (depth: number, value: unknown): unknown =>
  depth === 0 ? value : { a: deep(depth - 1, value) };
const nested = (depth: number): unknown => JSON.parse(`${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`);

const HOSTILE: [name: string, section: object, output: () => unknown][] = [
  [
    "a long key above many fields that are blocked",
    { default_handoff_mode: "full", blocked_context_fields: names(1_000) },
    () => ({ ["k".repeat(300_000)]: fieldsOf(1_000) }),
  ],
  [
    "a long key above many fields that pass",
    { default_handoff_mode: "full" },
    () => ({ ["k".repeat(300_000)]: fieldsOf(1_000) }),
  ],
  [
    "as many fields as are allowed",
    { agent_handoff_rules: [rule({ handoff_mode: "scoped", allowed_context_fields: names(40_000) })] },
    () => fieldsOf(40_000),
  ],
  [
    "one field that is allowed in many ways of writing it",
    {
      agent_handoff_rules: [
        rule({
          handoff_mode: "scoped",
          allowed_context_fields: accented(40_000),
        }),
      ],
    },
    () => ({ ["\u00e9".repeat(16)]: 1 }),
  ],
  ["fields to extract that are not there", extracting(names(40_000)), () => ({ z: 1 })],
  [
    "long fields to extract that are not there",
    extracting(names(50).map((name) => name + "k".repeat(9_000))),
    () => ({ z: 1 }),
  ],
  [
    "patterns whose places double",
    {
      agent_handoff_rules: [
        rule({ handoff_mode: "scoped", allowed_context_fields: doubling(12).map((path) => `*.${path}`) }),
      ],
    },
    () => Object.fromEntries(names(3_000).map((name) => [name, nested(12)])),
  ],
  [
    "patterns whose places double, and keys that lead nowhere",
    { default_handoff_mode: "full", blocked_context_fields: doubling(14).map((path) => `${path}.q`) },
    () => ({ a: deep(13, fieldsOf(12_000)) }),
  ],
  [
    "patterns whose places double, and lists within lists",
    { default_handoff_mode: "full", blocked_context_fields: doubling(13).map((path) => `${path}.l[][].q`) },
    () => ({ a: deep(12, { ...fieldsOf(107), l: Array.from({ length: 50_000 }, () => []) }) }),
  ],
  [
    "one field to extract in many ways of writing it, in many outputs",
    extracting(accented(20_000)),
    () => Object.fromEntries(names(1_500).map((name) => [name, 1])),
  ],
  [
    "a long key in what is summarised",
    {
      enable_conversation_translation: true,
      agent_handoff_rules: [
        rule({
          handoff_mode: "full",
          conversation_translation: { enabled: true, summarize: true, max_summary_tokens: 10 },
        }),
      ],
    },
    () => ({ ["k".repeat(100_000)]: fieldsOf(4_000) }),
  ],
  [
    "many values under a long key, in what is summarised",
    {
      enable_conversation_translation: true,
      agent_handoff_rules: [
        rule({
          handoff_mode: "full",
          conversation_translation: { enabled: true, summarize: true, max_summary_tokens: 500 },
        }),
      ],
    },
    () => ({ ["k".repeat(200)]: Array.from({ length: 90_000 }, (_, index) => index) }),
  ],
];

describe("a policy and a context built to be slow together", { timeout: 60_000 }, () => {
  it.each(HOSTILE)("are decided in time with a short result: %s", (_, section, output) => {
    const policy = policyOf({ ...section });
    const others = Object.fromEntries(names(500).map((name) => [name, { z: 1 }]));
    const handoff = handoffOf({ prior_outputs: { a: output(), ...others } }, { isParsedJson: true });
    const start = cpuMilliseconds();
    const { scoped, event } = scopeContext(policy, handoff);
    expect(cpuMilliseconds() - start).toBeLessThan(HANG_GUARD_MILLISECONDS);
    expect(event).not.toBeNull();
    const growth = plainJson({ scoped, event }).length - plainJson(handoff.context).length;
    expect(growth).toBeLessThan(MAX_GROWTH);
  });
});
