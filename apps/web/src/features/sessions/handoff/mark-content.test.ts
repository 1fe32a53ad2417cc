import { compilePolicy, ENFORCED, importPolicy, scopeContext } from "@baton/core";
import { expect, it } from "vitest";
import { markContent } from "./mark-content";

/** Scopes a context as an orchestrator does, and marks the captured content. */
function mark(rule: object, outputs: Record<string, unknown>) {
  const pair = { rule_id: "one", from_agent_id: "a", to_agent_id: "b", ...rule };
  const policy = { multi_agent_handoffs: { blocked_context_fields: ["ssn"], agent_handoff_rules: [pair] } };
  const imported = importPolicy(JSON.stringify(policy), ENFORCED);
  if (!imported.ok) throw new Error("the policy is well formed");
  const { event, content } = scopeContext(compilePolicy(imported), {
    from: "a",
    to: "b",
    now: 0,
    sessionId: "s",
    newId: () => "e",
    isParsedJson: true,
    capturesContent: true,
    context: { prior_outputs: outputs, observations: [], original_input: null },
  });
  if (!content || !event?.outline) throw new Error("content was asked for");
  return markContent(JSON.parse(content.json), event.outline);
}

const words = ({ text, mark, note }: { text: string; mark?: string; note?: string }) =>
  `${mark ?? "passed"} ${text.trim()}${note ? ` (${note.replace(/[−-]\d+/, "−n")})` : ""}`;

it("markContent pairs passed content with the original, and names removed content with its reason", () => {
  const outputs = {
    a: { score: 7, draft: { text: "…", pages: 3 }, people: [{ name: "x", ssn: "1" }], ssn: "2" },
    c: { other: 1 },
  };
  const { before, after } = mark({ allowed_context_fields: ["score", "people[].name"] }, outputs);
  expect(before.map(words)).toEqual([
    'passed "prior_outputs": {',
    'passed "a": {',
    'passed "score": 7',
    'dropped "draft": { 2 keys } (not allowed, −n)',
    'passed "people": [',
    "passed {",
    'passed "name": "x"',
    'dropped "ssn": not kept (not allowed, −n)',
    "passed }",
    "passed ]",
    'dropped "ssn": not kept (not allowed, −n)',
    "passed }",
    'dropped "c": { 1 key } (dropped by mode, −n)',
    "passed }",
    'passed "observations": []',
    'passed "original_input": null',
  ]);
  expect(after.map(words)).toEqual([
    'passed "prior_outputs": {"a":{"score":7,"people":[{"name":"x"}]}}',
    'passed "observations": []',
    'passed "original_input": null',
  ]);
  expect(JSON.stringify({ before, after })).not.toContain('"2"');
});

it("markContent names blocked content that was not kept, and stops at a limit", () => {
  const { before } = mark({ handoff_mode: "full" }, { a: { ok: 1, ssn: { digits: "1" } } });
  expect(before.map(words)).toContain('cut "ssn": not kept (blocked, −n)');
  const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`field-${index}`, index]));
  const long = mark({ handoff_mode: "full" }, { a: many });
  expect([long.isCut, long.before.length, long.after.length]).toEqual([true, 1_000, 1_000]);
});

/** Returns the CPU seconds of a function. */
function timeOf(run: () => unknown): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** Nests a value at nearly the maximum depth of content. */
const bury = (value: unknown) => Array.from({ length: 190 }).reduce((inner) => ({ k: inner }), value);

it("markContent takes time proportional to the content, at any depth and for any outline", () => {
  const contents = {
    text: bury("x".repeat(7_000_000)),
    values: bury(Array(100_000).fill(1)),
    empty: { a: Array(900).fill({}) },
    list: { l: Array(30_000).fill({ z: 1 }) },
  };
  const far = (place: string) =>
    Array.from({ length: 2_000 }, (_, index) => ({
      path: `${place}.${"c".repeat(900)}${index}.x`,
      tokens: 1,
      after: 0,
      cause: "blocked" as const,
    }));
  for (const [name, value] of Object.entries(contents)) {
    const context = { prior_outputs: { a: value } };
    const marked = markContent({ before: context, after: context }, []);
    expect(marked.before.length, name).toBeGreaterThan(150);
    const outline = [...far("a"), ...far("a.l[]")];
    expect(
      timeOf(() => markContent({ before: context, after: context }, outline)),
      name,
    ).toBeLessThan(1);
  }
});

it("markContent truncates a long key", () => {
  const { before } = markContent({ before: { ["k".repeat(9_000)]: 1 }, after: {} }, []);
  expect(before[0]?.text).toHaveLength(404);
});
