import { compilePolicy, ENFORCED, importPolicy, scopeContext } from "@baton/core";
import type { DiffRow } from "@baton/ui/layout/diff-table";
import { expect, it } from "vitest";
import { compareContent } from "./compare-content";

/** Scopes a context as an orchestrator does, and compares the captured content. */
function compare(rule: object, outputs: Record<string, unknown>) {
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
  return compareContent(JSON.parse(content.json), event.outline);
}

/** Writes a row as one line: what is on both sides, or "before | after". */
function words({ before, after, mark, note }: DiffRow): string {
  const [old, fresh] = [before?.text.trim(), after?.text.trim()];
  const text = !mark && old === fresh ? old : `${old ?? ""} | ${fresh ?? ""}`;
  return `${mark ?? "same"} ${text}${note ? ` (${note.replace(/[−-]\d+/, "−n")})` : ""}`;
}

it("compareContent puts passed values next to the original, and names removed ones with the reason", () => {
  const outputs = {
    a: { score: 7, draft: { text: "…", pages: 3 }, people: [{ name: "x", ssn: "1" }], ssn: "2" },
    c: { other: 1 },
  };
  const { rows } = compare({ allowed_context_fields: ["score", "people[].name"] }, outputs);
  expect(rows.map(words)).toEqual([
    'same "prior_outputs": {',
    'same "a": {',
    'same "score": 7',
    'dropped "draft": { 2 keys } |  (not allowed, −n)',
    'same "people": [',
    "same {",
    'same "name": "x"',
    'dropped "ssn": not kept |  (not allowed, −n)',
    "same }",
    "same ]",
    'dropped "ssn": not kept |  (not allowed, −n)',
    "same }",
    'dropped "c": { 1 key } |  (dropped by mode, −n)',
    "same }",
    'same "observations": []',
    'same "original_input": null',
  ]);
  expect(JSON.stringify(rows)).not.toContain('"2"');
});

it("compareContent numbers the lines of each side, and keeps changed texts whole", () => {
  const story = "A sentence of a long story.\n".repeat(40);
  const { rows } = compareContent(
    { before: { gone: 1, story, kept: 2 }, after: { story: story.slice(0, 600), kept: 2, extra: true } },
    [],
  );
  const sides = rows.map(({ before, after }) => [before?.number, after?.number]);
  expect(sides).toEqual([
    [1, undefined],
    [2, 1],
    [3, 2],
    [undefined, 3],
  ]);
  expect(rows[1]).toMatchObject({ mark: "changed", before: { text: `"story": ${story}` } });
  expect(rows[3]).toMatchObject({ mark: "added", after: { text: '"extra": true' } });
});

it("compareContent names blocked content that was not kept, and stops at a limit", () => {
  const { rows } = compare({ handoff_mode: "full" }, { a: { ok: 1, ssn: { digits: "1" } } });
  expect(rows.map(words)).toContain('cut "ssn": not kept |  (blocked, −n)');
  const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`field-${index}`, index]));
  const long = compare({ handoff_mode: "full" }, { a: many });
  expect([long.isCut, long.rows.length]).toEqual([true, 1_000]);
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

it("compareContent takes time proportional to the content, at any depth and for any outline", () => {
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
    const compared = compareContent({ before: context, after: context }, []);
    expect(compared.rows.length, name).toBeGreaterThan(150);
    const outline = [...far("a"), ...far("a.l[]")];
    expect(
      timeOf(() => compareContent({ before: context, after: context }, outline)),
      name,
    ).toBeLessThan(1);
  }
});

it("compareContent truncates a long key", () => {
  const { rows } = compareContent({ before: { ["k".repeat(9_000)]: 1 }, after: {} }, []);
  expect(rows[0]?.before?.text).toHaveLength(404);
});
