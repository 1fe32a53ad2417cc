import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Baton, createBaton } from "@baton/core/node";
import { afterEach, beforeEach, expect, it } from "vitest";
import { batonProcessor, withBaton } from "./index";

let folder: string;
let baton: Baton;
const reports: string[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "baton-mastra-"));
  const policy = {
    blocked_context_fields: ["ssn"],
    content_rules: [{ rule_id: "no_iban", detector: "iban", action: "block" }],
  };
  await writeFile(join(folder, "governance_policies.json"), JSON.stringify({ multi_agent_handoffs: policy }));
  baton = await createBaton({ folder, sessionId: "s", log: (message) => reports.push(message) });
});
afterEach(async () => {
  await baton.stop();
  await rm(folder, { recursive: true });
});

// The client lab runs the hooks in Mastra itself.
interface Hooks {
  delegation: Record<
    "onDelegationStart" | "onDelegationComplete" | "messageFilter",
    (context: object) => unknown
  > & {
    enableResultReferences: boolean;
  };
}
const PAIR = { parentAgentId: "a", primitiveId: "b" };
const hooksOf = (own: object) => {
  const given: object = { delegation: own };
  const isHooks = (value: object): value is Hooks => "delegation" in value;
  const governed = withBaton(given, baton);
  if (!isHooks(governed)) throw new Error("no hooks");
  return governed.delegation;
};

it("scopes the prompt and instructions, after the application's own hook", async () => {
  const hooks = hooksOf({ onDelegationStart: () => ({ modifiedPrompt: "Covered?\nssn: 111" }) });
  const start = await hooks.onDelegationStart({ ...PAIR, prompt: "x", params: { instructions: "ssn: 2" } });
  expect(start).toEqual({
    modifiedPrompt: "Covered?\nssn: [redacted: blocked_in_text]",
    modifiedInstructions: "ssn: [redacted: blocked_in_text]",
  });
});

it("rejects a refused prompt with the reason", async () => {
  const start = await hooksOf({}).onDelegationStart({ ...PAIR, prompt: "Pay DE89370400440532013000" });
  expect(start).toMatchObject({ proceed: false, rejectionReason: expect.stringContaining("no_iban") });
});

it("scopes answers, and turns off copies of them that it cannot scope", async () => {
  const hooks = hooksOf({ enableResultReferences: true });
  expect(hooks.enableResultReferences).toBe(false);
  expect(reports.join()).toContain("Mastra: results of subagents pass only as their answer");
  const complete = await hooks.onDelegationComplete({ ...PAIR, result: { text: '{"score":7,"ssn":"1"}' } });
  expect(complete).toEqual({ resultText: '{"score":7}' });
});

const message = (role: string, ...parts: object[]) => ({
  ...{ id: role, role, createdAt: new Date(0) },
  content: { format: 2, parts, content: "a copy with ssn: 111" },
});

it("scopes earlier messages with tool calls, and drops copies of their parts", async () => {
  const toolInvocation = {
    state: "result",
    step: 1,
    toolCallId: "c",
    toolName: "look_up",
    args: { id: 1, ssn: "2" },
  };
  const tool = {
    type: "tool-invocation",
    toolInvocation: { ...toolInvocation, result: { found: true, ssn: "3" } },
  };
  const text = { type: "text", text: "Decide" };
  const messages = [message("user", { ...text, createdAt: 1 }), message("assistant", tool)];
  const passed = await hooksOf({}).messageFilter({ ...PAIR, messages });
  expect(passed).toEqual([
    { ...messages[0], content: { format: 2, parts: [text] } },
    {
      ...messages[1],
      content: {
        format: 2,
        parts: [
          {
            type: "tool-invocation",
            toolInvocation: { ...toolInvocation, args: { id: 1 }, result: { found: true } },
          },
        ],
      },
    },
  ]);
  await baton.stop();
  const [event = ""] = (await readFile(join(folder, "sessions", "s.jsonl"), "utf8"))
    .trim()
    .split("\n")
    .slice(-1);
  expect(JSON.parse(event)).toMatchObject({
    fields_filtered: [expect.stringMatching(/ssn$/), expect.stringMatching(/ssn$/)],
  });
});

it("passes a note to an agent in a network if nothing passes", () => {
  const { processInput } = batonProcessor(baton, { agent: "b", from: "a" });
  const text = "Pay DE89370400440532013000";
  expect(JSON.stringify(processInput({ messages: [message("user", { type: "text", text })] }))).toMatch(
    /withheld by Baton: The content rule no_iban(?!.*DE89)/,
  );
});
