import { describe, expect, it } from "vitest";
import { policyOf } from "../../test/handoff";
import { parseMemoryLines, parseMemoryNotes } from "./memory";
import { retrieveMemories } from "./retrieve-memories";

const LINES = [
  { id: "m-1", text: "Ann prefers mail", salary: 5000, agent_id: "intake", tags: ["customer"] },
  { id: "m-2", text: "The customer portal moved", expires_at: "2026-01-01T00:00:00Z" },
  { id: "m-3", text: "Builds need Node 20" },
];
const MEMORIES = parseMemoryLines(
  "memories.jsonl",
  `${LINES.map((line) => JSON.stringify(line)).join("\n")}\nno\n`,
);

function retrieve(section: Record<string, unknown>, agent: string, query = "customer") {
  const policy = policyOf({ default_handoff_mode: "full", ...section });
  const request = {
    agent,
    query,
    maxTokens: 500,
    now: Date.UTC(2026, 5, 1),
    sessionId: "s",
    newId: () => "e",
  };
  return retrieveMemories(policy, MEMORIES, request);
}

describe("memories", () => {
  it("are read from JSON lines, and from the items and paragraphs of notes", () => {
    expect(MEMORIES.map(({ id, author, line }) => [id, author, line])).toEqual([
      ["m-1", "intake", 1],
      ["m-2", null, 2],
      ["m-3", null, 3],
    ]);
    const notes =
      "---\nname: x\n---\n# Style\n\nWrite short\nsentences.\n\n- Use tabs\n  of four\n- No `any`\n";
    expect(
      parseMemoryNotes("CLAUDE.md", notes).map(({ content, tags, line }) => [content.text, tags, line]),
    ).toEqual([
      ["Write short\nsentences.", ["Style"], 6],
      ["Use tabs\n  of four", ["Style"], 9],
      ["No `any`", ["Style"], 11],
    ]);
  });

  it("are retrieved by words, without expired ones", () => {
    const { memories, expired, event } = retrieve({}, "reviewer");
    expect(memories).toEqual([
      { id: "m-1", text: "Ann prefers mail", salary: 5000, author: "intake", tags: ["customer"] },
    ]);
    expect([expired, event?.from_agent_id, event?.to_agent_id]).toEqual([1, "memory", "reviewer"]);
  });

  it("lose a field that a rule blocks for one agent, and record that", () => {
    const rule = {
      rule_id: "no_salary",
      from_agent_id: "memory",
      to_agent_id: "reviewer",
      handoff_mode: "full",
      blocked_context_fields: ["salary"],
    };
    const policy = { agent_handoff_rules: [rule] };
    const blocked = retrieve(policy, "reviewer");
    expect(blocked.memories).toEqual([
      { id: "m-1", text: "Ann prefers mail", author: "intake", tags: ["customer"] },
    ]);
    expect(blocked.event?.fields_filtered).toEqual(["memories[].salary"]);
    expect(JSON.stringify(retrieve(policy, "payroll").memories)).toContain("5000");
  });
});
