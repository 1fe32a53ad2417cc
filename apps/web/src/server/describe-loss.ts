import "server-only";
import { setImmediate } from "node:timers/promises";
import { ClaudeCodeConversation, reportLossInPieces, sizeOf } from "@baton/core/compaction";
import { type Database, type getCompaction, type getLine, listLinesBefore } from "@baton/db";
import { parseOrNull } from "./describe-manifest";
import { keepFirst } from "./keep-first";

type Compaction = NonNullable<Awaited<ReturnType<typeof getCompaction>>>;
type Line = Awaited<ReturnType<typeof getLine>>;
type StoredLoss = Compaction["loss"];

/** Maximum characters to compare: more than the context window of any model. */
const MAX_COMPARED = 4_000_000;

/** Classes of facts to compare, in display order. */
const CLASSES: Readonly<Record<string, string>> = {
  instructions: "User instructions",
  decisions: "Decisions",
  file_paths: "File paths",
  commands: "Commands",
  numbers: "Numbers",
};

/**
 * Describes the outcome of each class of facts; null if the texts were not compared. Shares
 * are from 0 to 1, null without facts.
 */
export function describeLoss(loss: StoredLoss) {
  if (loss === null) return null;
  const unknown = Object.keys(loss).filter((name) => !Object.hasOwn(CLASSES, name));
  return [...Object.keys(CLASSES), ...unknown].flatMap((name) => {
    const counted = loss[name];
    if (!counted) return [];
    const { total, kept } = counted;
    const share = total === 0 ? null : kept / total;
    const gone = counted.gone && keepFirst(counted.gone);
    return [{ name, label: CLASSES[name] ?? name, total, kept, share, gone }];
  });
}

/**
 * Finds the losses of a compaction: those in its event, or, for a transcript of Claude Code, which
 * holds the conversation, by comparing everything said since the previous compaction with the
 * summary.
 */
export async function findLoss(db: Database, compaction: Compaction, line: Line): Promise<StoredLoss> {
  const { loss, summary } = compaction;
  if (loss !== null || summary === null || line?.format !== "claude-code") return loss;
  const { messages, compactions } = await readConversation(db, compaction);
  const said = messages
    .slice(compactions.at(-1)?.messagesBefore ?? 0)
    .filter(({ speaker }) => speaker !== "tool");
  const length = said.reduce((sum, message) => sum + sizeOf(message), summary.length);
  if (said.length === 0 || length > MAX_COMPARED) return null;
  return reportLossInPieces(said, summary, () => setImmediate());
}

/**
 * Reads the conversation before a compaction. Yields to other work meanwhile, since its lines may have 64
 * MiB.
 */
async function readConversation(db: Database, compaction: Compaction): Promise<ClaudeCodeConversation> {
  const conversation = new ClaudeCodeConversation();
  for (const text of await listLinesBefore(db, compaction, 5_000)) {
    conversation.add(parseOrNull(text));
    await setImmediate();
  }
  return conversation;
}
