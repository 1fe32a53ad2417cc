import { z } from "zod";
import { AgentId } from "./agent-id";
import { COMPACTION_TRIGGERS } from "./compaction";
import type { SessionRecord } from "./session-record";
import { TokenCount } from "./token-count";

const text = z.string().min(1).nullish().catch(null);
const tokens = TokenCount.nullish().catch(null);

const Nested = z.record(z.string(), z.unknown()).catch({});

const CompactionTriggered = z.looseObject({
  event_id: text,
  compaction_id: text,
  session_id: text,
  workflow_id: text,
  agent_id: AgentId.nullish().catch(null),
  timestamp: text,
  trigger: z.enum(COMPACTION_TRIGGERS).nullish().catch(null),
  before_tokens: tokens,
  tokens_before: tokens,
  after_tokens: tokens,
  tokens_after: tokens,
  summary: text,
});

/**
 * Reads the event `compaction_triggered` of other orchestrators: nested under `data`, flat with a
 * `compaction_id`, or without a session. Sizes are tokens, null if not recorded. Ignores `compaction_ratio`,
 * which some define as before ÷ after and some the reverse.
 */
export function readCompactionTriggered(json: Record<string, unknown>): Partial<SessionRecord> {
  const event = CompactionTriggered.parse({ ...Nested.parse(json.data), ...json });
  return {
    identity: event.event_id ?? event.compaction_id ?? null,
    sessionId: event.session_id ?? null,
    workflowId: event.workflow_id ?? null,
    timestamp: event.timestamp ?? null,
    compaction: {
      agentId: null,
      isNotice: false,
      agent: event.agent_id ?? null,
      trigger: event.trigger ?? null,
      beforeTokens: event.before_tokens ?? event.tokens_before ?? null,
      afterTokens: event.after_tokens ?? event.tokens_after ?? null,
      preserved: [],
      summary: event.summary ?? null,
      loss: null,
    },
  };
}
