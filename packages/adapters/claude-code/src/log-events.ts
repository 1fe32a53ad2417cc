import { SUGGESTION_REASONS, type SuggestionReason } from "@baton/core/internal";
import * as z from "zod/mini";

const text = z.catch(z.optional(z.string()), undefined);

const LoggedEvent = z.object({
  event_type: z.enum([
    "tool_call",
    "pre_compact",
    "compaction",
    "compaction_suggested",
    "suggestions_dismissed",
  ]),
  event_id: text,
  agent_id: text,
  reason: z.catch(z.optional(z.enum(SUGGESTION_REASONS)), undefined),
  trigger: text,
  context_tokens: z.catch(z.optional(z.number()), undefined),
});
type LoggedEvent = z.infer<typeof LoggedEvent>;

/** State of a session by its log. */
export interface LoggedState {
  /** Calls of the main agent since the last compaction. */
  toolCalls: number;
  /** Reasons of suggestions since the last compaction, with the event that came first; null if dismissed. */
  suggestedBy: ReadonlyMap<SuggestionReason, string | null>;
  /** The announced compaction that has not happened yet. */
  announced: { trigger: string | null; contextTokens: number | null } | null;
  /** True if compactions are announced here. */
  announcesCompactions: boolean;
  /** The identities of all compactions. */
  compactions: ReadonlySet<string>;
}

/** Summarizes a log. A call reported by two hooks counts once; ignores foreign lines. */
export function sumUpLog(lines: readonly string[], mainAgent: string): LoggedState {
  const compactions = new Set<string>();
  let calls = new Set<string>();
  let suggestedBy = new Map<SuggestionReason, string | null>();
  let announced: LoggedState["announced"] = null;
  let announcesCompactions = false;
  for (const [index, line] of lines.entries()) {
    const event = parseEvent(line);
    const identity = event?.event_id ?? `line ${index}`;
    switch (event?.event_type) {
      case "tool_call":
        if (event.agent_id === mainAgent) calls.add(identity);
        break;
      case "pre_compact":
        announced = { trigger: event.trigger ?? null, contextTokens: event.context_tokens ?? null };
        announcesCompactions = true;
        break;
      case "compaction":
        compactions.add(identity);
        calls = new Set();
        suggestedBy = new Map();
        announced = null;
        break;
      case "compaction_suggested":
        if (event.reason && !suggestedBy.has(event.reason)) suggestedBy.set(event.reason, identity);
        break;
      case "suggestions_dismissed":
        for (const reason of SUGGESTION_REASONS) suggestedBy.set(reason, null);
        break;
    }
  }
  return { toolCalls: calls.size, suggestedBy, announced, announcesCompactions, compactions };
}

function parseEvent(line: string): LoggedEvent | null {
  try {
    const parsed = LoggedEvent.safeParse(JSON.parse(line));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
