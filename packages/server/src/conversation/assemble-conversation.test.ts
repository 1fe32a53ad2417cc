import { describe, expect, it } from "vitest";
import { assembleConversation } from "./assemble-conversation";
import type { ConversationItem } from "./conversation-item";
import { findImage, findWholeText, readSpokenParts } from "./spoken-parts";

let sequence = 0;
const line = (json: object, eventType = "claude_code.user") => {
  sequence += 1;
  const place = { sourceFileId: 1, generation: 0, sequence };
  const stored = { eventType, text: JSON.stringify(json) };
  const parts = readSpokenParts(stored);
  return { ...place, ...stored, occurredAt: new Date(sequence * 1_000), agentId: null, parts };
};
const user = (content: unknown, rest: object = {}) => line({ type: "user", message: { content }, ...rest });
const assistant = (content: object[], rest: object = {}) =>
  line({ type: "assistant", message: { content }, ...rest });
const call = (id: string, name = "Bash", input: object = { command: "ls\n -l" }) => ({
  type: "tool_use",
  id,
  name,
  input,
});
const result = (id: string, content: string, is_error = false) => ({
  type: "tool_result",
  tool_use_id: id,
  content,
  is_error,
});

type Input = Parameters<typeof assembleConversation>[0];
const assemble = (lines: Input["lines"], rest: Partial<Omit<Input, "lines">> = {}) =>
  assembleConversation({
    sessionId: "s1",
    lines,
    facts: { handoffs: [], compactions: [], usage: [] },
    agents: [],
    agentId: null,
    filter: "all",
    ...rest,
  });

/** Returns an item in short. */
function short(item: ConversationItem): string {
  switch (item.kind) {
    case "message":
      return `${item.speaker === "user" ? "user" : item.agent}: ${item.text.text}`;
    case "call":
      return `${item.tool} ${item.title} → ${item.result ? `${item.result.isError ? "failed " : ""}${item.result.output.text}` : "none"}`;
    case "result":
      return `result ${item.output.text}`;
    case "handoff":
      return `${item.handoffKind} ${item.fromAgent} → ${item.toAgent} ${JSON.stringify(item.started)}`;
    case "compaction":
      return `compaction ${item.beforeTokens} → ${item.afterTokens}`;
    default:
      return `${item.kind} ${item.text.text}`;
  }
}

const handoffOf = (
  place: { sourceFileId: number; generation: number; sequence: number },
  eventId: string,
  toAgentId: string | null = null,
) => ({
  sourceFileId: place.sourceFileId,
  generation: 0,
  sequence: place.sequence,
  eventId,
  kind: "delegation" as const,
  fromAgent: "main",
  toAgent: "Explore",
  toAgentId,
  beforeTokens: 9,
  afterTokens: 3,
  blockedCount: 1,
  leakCount: 0,
  enforcement: null,
});

describe("assembleConversation", () => {
  it("puts results into their calls, and handoffs and compactions at their lines", () => {
    const started = assistant([
      { type: "text", text: "I look." },
      call("t1"),
      call("t2", "Task", { prompt: "Look", subagent_type: "Explore" }),
    ]);
    const boundary = line({ type: "system", subtype: "compact_boundary" });
    const lines = [
      user("Go"),
      started,
      user([result("t2", "seen"), result("t1", "no file", true), result("t0", "late")]),
      boundary,
    ];
    const { sourceFileId, generation } = boundary;
    const at = { sourceFileId, generation, sequence: boundary.sequence };
    const compaction = { ...at, eventId: "c1", trigger: "auto", beforeTokens: 900, afterTokens: 90 };
    const usage = { ...at, sequence: started.sequence, model: "m", inputTokens: 7, outputTokens: 2 };
    const facts = { handoffs: [handoffOf(started, "t2:call")], compactions: [compaction], usage: [usage] };
    const agents = [{ sessionId: "s1", agentId: "a1", name: "Explore", startedBy: "t2:call", isMain: false }];
    const items = assemble(lines, { facts, agents });
    expect(items.map(short)).toEqual([
      "user: Go",
      "main: I look.",
      "Bash ls -l → failed no file",
      "Task Look → seen",
      'delegation main → Explore {"agentId":"a1"}',
      "result late",
      "compaction 900 → 90",
    ]);
    expect(items[3]).toMatchObject({ usage: { model: "m", inputTokens: 7, outputTokens: 2 } });
    expect(items[2]).not.toHaveProperty("usage");
    const filtered = (filter: Input["filter"]) => assemble(lines, { facts, agents, filter }).map(short);
    expect(filtered("errors")).toEqual(["Bash ls -l → failed no file"]);
    expect(filtered("messages")).toEqual([
      "user: Go",
      "main: I look.",
      'delegation main → Explore {"agentId":"a1"}',
      "compaction 900 → 90",
    ]);
  });

  it("separates agents: the one of the session, one of its subagents, or all", () => {
    const lines = [
      user("Go"),
      user("Look", { agentId: "a1" }),
      assistant([{ type: "text", text: "Seen" }], { agentId: "a1" }),
    ];
    const agents = [
      { sessionId: "s1", agentId: "a1", name: "Explore", startedBy: null, isMain: false },
      { sessionId: "s1", agentId: "me", name: "lead", startedBy: null, isMain: true },
    ];
    const of = (agentId: string | null) => assemble(lines, { agents, agentId }).map(short);
    expect(of(null)).toEqual(["user: Go"]);
    expect(of("a1")).toEqual(["user: Look", "Explore: Seen"]);
    expect(of("*")).toEqual(["user: Go", "user: Look", "Explore: Seen"]);
    const own = assistant([{ type: "text", text: "Mine" }], { agentId: "me" });
    expect(assemble([own], { agents }).map(short)).toEqual(["lead: Mine"]);
  });

  it("links a started agent to its own session", () => {
    const started = line({}, "codex.x");
    const facts = { handoffs: [handoffOf(started, "e", "thread2")], compactions: [], usage: [] };
    const agents = [
      { sessionId: "s1", agentId: "thread2", name: "x", startedBy: "e", isMain: false },
      { sessionId: "thread2", agentId: "thread2", name: "x", startedBy: null, isMain: true },
    ];
    expect(assemble([started], { facts, agents }).map(short)).toEqual([
      'delegation main → Explore {"sessionId":"thread2"}',
    ]);
  });

  it("keeps the last version of a message, and drops echoes of a message that is there", () => {
    const gemini = (text: string) => line({ id: "m1", type: "gemini", content: text }, "gemini.gemini");
    expect(assemble([gemini("Do"), gemini("Done")]).map(short)).toEqual(["main: Done"]);
    const event = (message: string) =>
      line({ type: "event_msg", payload: { type: "agent_message", message } }, "codex.x");
    const item = line(
      { type: "response_item", payload: { type: "message", role: "assistant", content: "Ready" } },
      "codex.x",
    );
    expect(assemble([event("Ready"), item, event("Only here")]).map(short)).toEqual([
      "main: Ready",
      "main: Only here",
    ]);
  });

  it("cuts long texts, whose key finds the whole text", () => {
    const long = "x".repeat(5_000);
    const stored = assistant([
      { type: "text", text: "short" },
      { type: "text", text: long },
    ]);
    const last = assemble([stored]).at(-1);
    expect(last).toMatchObject({ text: { hidden: 1_000, key: expect.stringMatching(/\.1$/) } });
    expect(findWholeText(stored, 1)).toBe(long);
    expect(findWholeText(stored, 2)).toBeNull();
    expect(findWholeText({ eventType: "claude_code.user", text: null }, 0)).toBeNull();
  });

  it("describes images, and returns those that browsers can show", () => {
    const image = (media_type: string, data?: string) => ({ type: "image", source: { media_type, data } });
    const png = image("image/png", "QUJD");
    const stored = user([
      {
        type: "tool_result",
        tool_use_id: "t1",
        content: [png, image("image/svg+xml", "QQ=="), image("image/png")],
      },
      { type: "tool_result", tool_use_id: "t2", content: [image("image/png", 'QQ" onload')] },
    ]);
    const [first] = assemble([stored]);
    expect(first).toMatchObject({
      output: {
        text: "",
        images: [
          { mediaType: "image/png", bytes: 3, canShow: true },
          { mediaType: "image/svg+xml", bytes: 1, canShow: false },
          { mediaType: "image/png", bytes: null, canShow: false },
        ],
      },
    });
    const found = [0, 1, 2, 3].map((number) => findImage(stored, { part: 0, image: number }));
    expect(found).toEqual(["data:image/png;base64,QUJD", null, null, null]);
    expect(findImage(stored, { part: 1, image: 0 })).toBeNull();
    expect(findImage(stored, { part: 9, image: 0 })).toBeNull();
  });
});
