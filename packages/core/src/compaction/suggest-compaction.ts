/**
 * Thresholds of suggestions: shares of the context window for a compaction, a handoff, and a handoff now, and a
 * number of tool calls since the last compaction.
 */
export const SUGGESTION_LIMITS = {
  usedShare: 0.7,
  handoverShare: 0.8,
  exhaustedShare: 0.85,
  toolCalls: 50,
} as const;

export const SUGGESTION_REASONS = ["capacity", "handover", "exhaustion", "tool_calls"] as const;
export type SuggestionReason = (typeof SUGGESTION_REASONS)[number];

/** Current use of a context. Counts start at the last compaction. */
export interface ContextUse {
  /** In tokens; null if unknown. */
  usedTokens: number | null;
  windowTokens: number;
  toolCalls: number;
  /** Suggestions made or dismissed; each is made once. */
  settled: ReadonlySet<SuggestionReason>;
}

export interface CompactionSuggestion {
  reason: SuggestionReason;
  /** One sentence for users. */
  message: string;
  /** One sentence for the agent; only from 85 % of the window. */
  instruction?: string;
}

/**
 * Returns suggestions: a compaction from 70 % of the window and from 50 tool calls, a handover from 80 %, and one
 * now from 85 %, with an instruction for the agent, unless already settled.
 */
export function suggestCompaction({
  usedTokens,
  windowTokens,
  toolCalls,
  settled,
}: ContextUse): CompactionSuggestion[] {
  const suggestions: CompactionSuggestion[] = [];
  const used = usedTokens === null ? 0 : usedTokens / windowTokens;
  const share = `${Math.floor(used * 100)} % of the context window is used`;
  if (used >= SUGGESTION_LIMITS.exhaustedShare) {
    suggestions.push({
      reason: "exhaustion",
      message: `${share}: write a handoff document now with /baton:handoff, and continue in a new session.`,
      instruction: `${share}. Finish the current step, then write a handoff document and stop: a new session continues from it.`,
    });
  } else if (used >= SUGGESTION_LIMITS.handoverShare) {
    const message = `${share}: write a handoff document with /baton:handoff and continue in a new session, or compact now.`;
    suggestions.push({ reason: "handover", message });
  } else if (used >= SUGGESTION_LIMITS.usedShare) {
    suggestions.push({ reason: "capacity", message: `${share}: compact at the next natural break.` });
  }
  if (toolCalls >= SUGGESTION_LIMITS.toolCalls) {
    const message = `${toolCalls} tool calls since the last compaction: compact at the next natural break.`;
    suggestions.push({ reason: "tool_calls", message });
  }
  return suggestions.filter(({ reason }) => !settled.has(reason));
}
