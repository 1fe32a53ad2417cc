import type { CodexPayload, CodexUsage } from "./codex-line";
import type { CodexMemory } from "./codex-memory";
import { isNothing } from "./codex-usage";
import type { CompactionFacts, SessionRecord } from "./session-record";

type Reported = Pick<SessionRecord, "identity" | "compaction" | "compactionSummary" | "compactionSize">;

const NOTHING: Reported = { identity: null, compaction: null, compactionSummary: null, compactionSize: null };

/**
 * Reads what a line reports about a compaction: its occurrence, its summary, or its size after. Up to three
 * kinds of lines report one compaction, without a model call in between. Its size before is the input of the
 * last call; its size after is that of the next call, or an estimate until then.
 */
export function readCodexCompaction(type: string, payload: CodexPayload, memory: CodexMemory): Reported {
  const kind = readKind(type, payload);
  if (kind !== null) return noteKind(kind, payload.message || null, memory);
  const last = type === "token_usage_record" ? payload.usage : payload.info?.last_token_usage;
  return last ? { ...NOTHING, compactionSize: noteSize(last, memory) } : NOTHING;
}

function noteSize(last: CodexUsage, memory: CodexMemory): Reported["compactionSize"] {
  const { compaction } = memory;
  const isEstimate = isNothing(last);
  const afterTokens = isEstimate ? (last.total_tokens ?? 0) : last.input_tokens;
  if (afterTokens === 0) return null;
  memory.contextTokens = afterTokens;
  memory.compaction = compaction && isEstimate ? { ...compaction, isMeasured: true } : null;
  if (!compaction || compaction.isMeasured) return null;
  return { compactionIdentity: identityOf(memory), afterTokens };
}

function readKind(type: string, { type: subtype, item }: CodexPayload): string | null {
  if (type === "compacted") return type;
  if (subtype === "context_compacted") return subtype;
  return item?.type === "ContextCompaction" ? item.type : null;
}

function noteKind(kind: string, summary: string | null, memory: CodexMemory): Reported {
  const { compaction, speaker, contextTokens } = memory;
  if (compaction && !compaction.kinds.includes(kind)) {
    memory.compaction = { ...compaction, kinds: [...compaction.kinds, kind] };
    const compactionSummary = summary === null ? null : { compactionIdentity: identityOf(memory), summary };
    return { ...NOTHING, compactionSummary };
  }
  memory.compactionCount += 1;
  memory.compaction = { kinds: [kind], isMeasured: false };
  const facts: CompactionFacts = {
    agent: speaker.name,
    agentId: speaker.id,
    isNotice: false,
    trigger: null,
    beforeTokens: contextTokens,
    afterTokens: null,
    preserved: [],
    summary,
    loss: null,
  };
  return { ...NOTHING, identity: identityOf(memory), compaction: facts };
}

function identityOf({ thread, compactionCount }: CodexMemory): string {
  return `codex:${thread ?? ""}:compaction:${compactionCount}`;
}
