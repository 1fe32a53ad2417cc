import { describe, expect, it } from "vitest";
import { readClaudeCodeConversation } from "../session/claude-code-conversation";
import { readSessionEvent } from "../session/session-event";
import { compactConversation } from "./compact-conversation";
import type { ConversationMessage } from "./conversation";

const CONVERSATION: ConversationMessage[] = [
  { speaker: "user", text: "Make sessions survive a restart." },
  {
    speaker: "assistant",
    text: "Let me look at the store.",
    calls: [{ tool: "Read", path: "src/session/store.ts" }],
  },
  { speaker: "tool", text: "export class Store {}\n".repeat(80) },
  {
    speaker: "assistant",
    text: "Sessions are kept in memory, in `src/session/store.ts`. I'll use Redis instead of PostgreSQL, since sessions expire.",
  },
  { speaker: "user", text: "Fine. Please keep the cookie's name." },
  {
    speaker: "assistant",
    text: "Now let me run the tests.",
    calls: [{ tool: "Bash", command: "npm test -- src/session" }],
  },
  { speaker: "tool", text: "ok\n".repeat(300) },
  { speaker: "assistant", text: "All 80 tests pass. The rollout needs `REDIS_URL` in production." },
];

describe("compactConversation", () => {
  const compaction = compactConversation(CONVERSATION);
  const sections = new Map(
    compaction.summary.split("\n\n").map((section) => {
      const [heading = "", ...lines] = section.split("\n");
      return [heading, lines] as const;
    }),
  );

  it("REQ-3.1: returns a summary that consists of quotes of the conversation", () => {
    const said = CONVERSATION.map(({ text, calls }) => `${text} ${JSON.stringify(calls ?? "")}`).join("\n");
    for (const line of [...sections.values()].flat()) expect(said).toContain(line.slice(2));
    expect([...sections.keys()]).toEqual([
      "## Task",
      "## Current state",
      "## Decisions",
      "## Findings",
      "## Files",
      "## Commands",
    ]);
  });

  it("REQ-3.2: keeps the task and its current state", () => {
    expect(sections.get("## Task")).toEqual([
      "- Make sessions survive a restart.",
      "- Please keep the cookie's name.",
    ]);
    expect(sections.get("## Current state")).toEqual(["- The rollout needs `REDIS_URL` in production."]);
  });

  it("REQ-3.3: keeps recent decisions and findings", () => {
    expect(sections.get("## Decisions")).toEqual([
      "- I'll use Redis instead of PostgreSQL, since sessions expire.",
    ]);
    expect(sections.get("## Findings")).toContain(
      "- Sessions are kept in memory, in `src/session/store.ts`.",
    );
    expect(sections.get("## Commands")).toEqual(["- npm test -- src/session"]);
  });

  it("REQ-3.4: frees at least half of the context", () => {
    expect(compaction.reaches_goal).toBe(true);
    expect(compaction.after_tokens).toBeLessThanOrEqual(compaction.before_tokens / 2);
    expect(compaction.reduction).toBeCloseTo(1 - compaction.after_tokens / compaction.before_tokens);
  });

  it("REQ-3.4: reports if it could not free half, and still keeps the task", () => {
    const short = compactConversation([{ speaker: "user", text: "Make sessions survive a restart." }]);
    expect(short.summary).toBe("## Task\n- Make sessions survive a restart.");
    expect([short.reaches_goal, short.reduction]).toEqual([false, 0]);
    expect(compactConversation([])).toMatchObject({ summary: "", reaches_goal: false, before_tokens: 0 });
  });

  it("prefers recent lines if not all fit", () => {
    const many = Array.from({ length: 400 }, (_, index): ConversationMessage => {
      return {
        speaker: "assistant",
        text: `We decided to use port ${3_000 + index} instead of port ${9_000 - index} for service number${index}.`,
      };
    });
    const { summary } = compactConversation(many);
    expect(summary).toContain("port 3399");
    expect(summary).not.toContain("port 3000 ");
  });

  it("creates an event that names lost required facts", () => {
    const { event } = compactConversation(CONVERSATION, { literal: ["REDIS_URL", "port 6380"] });
    expect(event).toMatchObject({ trigger: "manual", survival: { required: 2, missing: ["port 6380"] } });
    expect(readSessionEvent(JSON.parse(JSON.stringify(event))).ok).toBe(true);
  });
});

describe("readClaudeCodeConversation", () => {
  const user = (content: unknown, rest: object = {}) => ({
    type: "user",
    message: { role: "user", content },
    ...rest,
  });
  const lines = [
    { type: "file-history-snapshot" },
    user("Make sessions survive a restart."),
    user("Caveat", { isMeta: true }),
    {
      type: "assistant",
      message: {
        content: [
          { type: "text", text: "Looking." },
          { type: "tool_use", name: "Bash", input: { command: "npm test" } },
        ],
      },
    },
    user([{ type: "tool_result", tool_use_id: "t", content: [{ type: "text", text: "ok" }] }]),
    user("of a subagent", { isSidechain: true }),
    { type: "system", subtype: "compact_boundary", compactMetadata: { trigger: "auto", preTokens: 900 } },
    user("The summary.", { isCompactSummary: true }),
    {
      type: "assistant",
      message: { content: [{ type: "tool_use", name: "Read", input: { file_path: "a.ts" } }] },
    },
    "no object",
  ];

  it("returns the messages, calls and results, and the compactions with their summaries", () => {
    expect(readClaudeCodeConversation(lines)).toEqual({
      messages: [
        { speaker: "user", text: "Make sessions survive a restart." },
        { speaker: "assistant", text: "Looking.", calls: [{ tool: "Bash", command: "npm test" }] },
        { speaker: "tool", text: "ok" },
        { speaker: "assistant", text: "", calls: [{ tool: "Read", path: "a.ts" }] },
      ],
      compactions: [
        { trigger: "auto", beforeTokens: 900, afterTokens: null, messagesBefore: 3, summary: "The summary." },
      ],
    });
  });
});
