import "server-only";
import { setImmediate } from "node:timers/promises";
import { ClaudeCodeConversation, reportLossInPieces, sizeOf } from "@baton/core/context-compaction";
import { type Database, type getCompaction, type getLine, listLinesBefore } from "@baton/db";
import { parseOrNull } from "./describe-manifest";
import { keepFirst } from "./keep-first";

type Compaction = NonNullable<Awaited<ReturnType<typeof getCompaction>>>;
type Line = Awaited<ReturnType<typeof getLine>>;
type StoredLoss = Compaction["loss"];

/** Of what was said before a compaction, no more lines than this are compared. */
const MAX_LINES = 5_000;
/** Characters of it that are compared: no model takes in more at once. */
const MAX_SAID = 4_000_000;
/** Characters of a summary that are. One has some ten thousand. */
const MAX_SUMMARY = 200_000;
/** Of what is gone so many are named, and so many characters of each. */
const [MOST_GONE, MAX_FACT] = [200, 1_000];

/** Classes of facts that this release does not know, and that are told all the same. */
const MOST_UNKNOWN = 20;

/** What is looked for in the text before a compaction, in the order in which it is told. */
const CLASSES: Readonly<Record<string, string>> = {
  instructions: "User instructions",
  decisions: "Decisions",
  file_paths: "File paths",
  commands: "Commands",
  numbers: "Numbers",
};

/**
 * What became of the facts of each class; null where nobody compared the texts. Shares
 * are from 0 to 1, null where there was nothing.
 */
export function describeLoss(loss: StoredLoss) {
  if (loss === null) return null;
  const unknown = Object.keys(loss)
    .filter((name) => !Object.hasOwn(CLASSES, name))
    .slice(0, MOST_UNKNOWN);
  return [...Object.keys(CLASSES), ...unknown].flatMap((name) => {
    const counted = loss[name];
    if (!counted) return [];
    const { total, kept } = counted;
    const share = total === 0 ? null : kept / total;
    const gone = counted.gone && keepFirst(counted.gone, MOST_GONE);
    const told = gone && { ...gone, first: gone.first.map((fact) => fact.slice(0, MAX_FACT)) };
    return [{ name, label: CLASSES[name] ?? name, total, kept, share, gone: told }];
  });
}

/**
 * What a compaction lost: as its event says it, and where that stands in a transcript of
 * Claude Code, which holds what was said, as the texts themselves tell: all that was said
 * since the compaction before it, against the summary.
 */
export async function findLoss(db: Database, compaction: Compaction, line: Line): Promise<StoredLoss> {
  const { loss, summary } = compaction;
  if (loss !== null || summary === null || line?.format !== "claude-code") return loss;
  if (summary.length > MAX_SUMMARY) return null;
  const { messages, compactions } = await readConversation(db, compaction);
  const said = messages
    .slice(compactions.at(-1)?.messagesBefore ?? 0)
    .filter(({ speaker }) => speaker !== "tool");
  const length = said.reduce((sum, message) => sum + sizeOf(message), 0);
  if (said.length === 0 || length > MAX_SAID) return null;
  return reportLossInPieces(said, summary, () => setImmediate());
}

/** What was said before a compaction. Others come to their turn meanwhile: its lines may have 64 MiB. */
async function readConversation(db: Database, compaction: Compaction): Promise<ClaudeCodeConversation> {
  const conversation = new ClaudeCodeConversation();
  for (const text of await listLinesBefore(db, compaction, MAX_LINES)) {
    conversation.add(parseOrNull(text));
    await setImmediate();
  }
  return conversation;
}
