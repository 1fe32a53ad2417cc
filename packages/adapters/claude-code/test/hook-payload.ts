import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { z } from "zod";
import { HOOK_EVENTS } from "../src/run-hook";

/** A value of a field that the policy of a test blocks. */
export const BLOCKED = "078-05-1120";

/** Also an event without an answer, and a name that every object has. */
const anyEvent = fc.constantFrom(...HOOK_EVENTS, "Stop", "constructor");
const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constant(`ssn: ${BLOCKED}`), fc.string());
const version = fc.constantFrom("1.0.0", "2.1.80", "2.1.197", "3", "none");

/** Input of a hook: every event, with missing and wrong fields. `transcript_path` is a version of the client. */
export const hookPayload = fc.record(
  {
    hook_event_name: fc.oneof({ weight: 9, arbitrary: anyEvent }, value),
    session_id: fc.oneof({ weight: 9, arbitrary: fc.constant("s1") }, value),
    tool_name: fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom("Agent", "Task", "SendMessage", "Read") },
      value,
    ),
    tool_use_id: fc.oneof(fc.uuid(), value),
    tool_input: fc.oneof(
      {
        weight: 9,
        arbitrary: fc.record(
          { prompt: value, subagent_type: value, to: value, x: value },
          { requiredKeys: [] },
        ),
      },
      value,
    ),
    tool_response: fc.oneof(
      fc.record({ status: value, agentId: value, agentType: value, totalTokens: value, content: value }),
      value,
    ),
    agent_id: value,
    agent_type: value,
    last_assistant_message: value,
    transcript_path: fc.oneof({ weight: 9, arbitrary: version }, value),
    source: fc.oneof(fc.constantFrom("startup", "compact"), value),
    trigger: value,
    compact_summary: value,
  },
  { requiredKeys: [] },
);

const Version = z.string().regex(/^[\w.]+$/);

/** Writes the input of a hook as the client does, with a transcript of its version. */
export function writePayload(fields: { transcript_path?: unknown }, project: string): string {
  const client = Version.safeParse(fields.transcript_path);
  if (!client.success) return JSON.stringify({ cwd: project, ...fields });
  const transcript_path = join(project, `${client.data}.jsonl`);
  writeFileSync(transcript_path, `${JSON.stringify({ type: "user", version: client.data })}\n`);
  return JSON.stringify({ cwd: project, ...fields, transcript_path });
}

/** The answers that Claude Code accepts. */
export const ValidAnswer = z
  .strictObject({
    systemMessage: z.string().optional(),
    hookSpecificOutput: z
      .union([
        z.strictObject({
          hookEventName: z.literal("PreToolUse"),
          permissionDecision: z.literal("deny"),
          permissionDecisionReason: z.string().min(1),
        }),
        z.strictObject({
          hookEventName: z.literal("PreToolUse"),
          updatedInput: z.record(z.string(), z.unknown()),
        }),
        z.strictObject({
          hookEventName: z.enum(["SessionStart", "SubagentStart", "UserPromptSubmit", "PostToolUse"]),
          additionalContext: z.string().min(1),
        }),
      ])
      .optional(),
  })
  .nullable();
