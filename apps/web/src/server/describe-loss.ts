import "server-only";
import { readClaudeCodeConversation, reportLoss } from "@baton/core/context-compaction";
import { type Database, type getCompaction, type getLine, listLinesBefore } from "@baton/db";
import { parseOrNull } from "./describe-manifest";

type Compaction = NonNullable<Awaited<ReturnType<typeof getCompaction>>>;
type Line = Awaited<ReturnType<typeof getLine>>;
type StoredLoss = Compaction["loss"];

/** Of what was said before a compaction, no more lines than this are compared. */
const MAX_LINES = 5_000;

/** What is looked for in the text before a compaction, in the order in which it is told. */
const CLASSES: Readonly<Record<string, string>> = {
  instructions: "User instructions",
  decisions: "Decisions",
  file_paths: "File paths",
  commands: "Commands",
  numbers: "Numbers",
};

/** What became of the facts of each class; null where nobody compared the texts. Shares are from 0 to 1, null where there was nothing. */
export function describeLoss(loss: StoredLoss) {
  if (loss === null) return null;
  const unknown = Object.keys(loss).filter((name) => !Object.hasOwn(CLASSES, name));
  return [...Object.keys(CLASSES), ...unknown].flatMap((name) => {
    const counted = loss[name];
    if (!counted) return [];
    const { total, kept, gone } = counted;
    return [
      { name, label: CLASSES[name] ?? name, total, kept, share: total === 0 ? null : kept / total, gone },
    ];
  });
}

/**
 * What a compaction lost: as its event says it, and where that stands in a transcript of Claude Code, which holds what was said, as the
 * texts themselves tell: all that was said since the compaction before it, against the summary.
 */
export async function findLoss(db: Database, compaction: Compaction, line: Line): Promise<StoredLoss> {
  const { loss, summary } = compaction;
  if (loss !== null || summary === null || line?.format !== "claude-code") return loss;
  const texts = await listLinesBefore(db, compaction, MAX_LINES);
  const { messages, compactions } = readClaudeCodeConversation(texts.map(parseOrNull));
  const said = messages.slice(compactions.at(-1)?.messagesBefore ?? 0);
  return said.length === 0 ? null : reportLoss(said, summary);
}
