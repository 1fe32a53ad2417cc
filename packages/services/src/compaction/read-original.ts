import { setImmediate } from "node:timers/promises";
import { ClaudeCodeConversation, type ConversationMessage, sizeOf } from "@baton/core/compaction";
import { ColdError, type Database, type getLine, listLinesBefore } from "@baton/db";

/** A compaction with the place of its line. */
export interface PlacedCompaction {
  readonly workspaceId: string;
  readonly sourceFileId: number;
  readonly generation: number;
  readonly sequence: number;
  readonly summary: string | null;
}

/** Maximum characters to compare: more than the context window of any model. */
const MAX_COMPARED = 4_000_000;

/** Maximum lines to read before a compaction. */
const MAX_LINES = 5_000;

/**
 * Reads the text that a compaction replaced: for a transcript of Claude Code, which holds the conversation, everything
 * said since the previous compaction. Yields to other work meanwhile, since its lines may have 64 MiB.
 *
 * @returns null if it is not stored, cannot be read, or is too long to compare.
 */
export async function readOriginal(
  db: Database,
  compaction: PlacedCompaction,
  line: Pick<NonNullable<Awaited<ReturnType<typeof getLine>>>, "format" | "problem"> | null,
): Promise<readonly ConversationMessage[] | null> {
  const { summary } = compaction;
  if (summary === null || line?.format !== "claude-code" || line.problem !== null) return null;
  const conversation = new ClaudeCodeConversation();
  const lines = await listLinesBefore(db, compaction, MAX_LINES).catch((error: unknown) => {
    if (error instanceof ColdError) return [];
    throw error;
  });
  for (const text of lines) {
    conversation.add(parseOrNull(text));
    await setImmediate();
  }
  const { messages, compactions } = conversation;
  const said = messages
    .slice(compactions.at(-1)?.messagesBefore ?? 0)
    .filter(({ speaker }) => speaker !== "tool");
  const length = said.reduce((sum, message) => sum + sizeOf(message), summary.length);
  return said.length === 0 || length > MAX_COMPARED ? null : said;
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
