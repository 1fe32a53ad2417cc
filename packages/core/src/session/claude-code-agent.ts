import { z } from "zod";
import { callIdentity } from "./claude-code-line";
import type { RecordsResult } from "./read-records";
import { sessionRecord } from "./session-record";

const text = z.string().min(1).nullish().catch(null);

const SubagentMetadata = z.looseObject({
  agentId: z.string().min(1),
  agentType: text,
  toolUseId: text,
});

/**
 * Reads Claude Code's notes about a subagent next to its transcript (`agent-ID.meta.json`): its type, and the
 * tool call that started it.
 *
 * @param json the parsed document, with the `agentId` of its file name.
 * @returns the record, or the reason why the document is invalid (`schema_error`).
 */
export function readClaudeCodeAgent(json: unknown): RecordsResult {
  const parsed = SubagentMetadata.safeParse(json);
  if (!parsed.success) {
    return { ok: false, problem: { code: "schema_error", message: "it describes no agent" } };
  }
  const { agentId, agentType: name = null, toolUseId } = parsed.data;
  const startedBy = toolUseId ? callIdentity(toolUseId) : null;
  const agents = [{ agentId, name, startedBy, isMain: false }];
  return { ok: true, records: [sessionRecord({ eventType: "claude_code.agent", agentId, agents })] };
}
