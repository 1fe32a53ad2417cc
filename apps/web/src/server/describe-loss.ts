import "server-only";
import { setImmediate } from "node:timers/promises";
import { type ConversationMessage, reportLossInPieces } from "@baton/core/compaction";
import type { Database, getCompaction, getLine } from "@baton/db";
import { readOriginal } from "@baton/services/compaction/read-original";
import { keepFirst } from "./keep-first";

type Compaction = NonNullable<Awaited<ReturnType<typeof getCompaction>>>;
type Line = Awaited<ReturnType<typeof getLine>>;
type StoredLoss = Compaction["loss"];

/** Maximum characters of the original that a page shows. */
const MAX_SHOWN = 400_000;

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

/** A message before a compaction: its words, and the commands and paths of its calls. */
export interface OriginalMessage {
  speaker: string;
  text: string;
}

/** The losses of a compaction, and the text that it replaced, if the imported lines have it. */
interface ComparedCompaction {
  loss: StoredLoss;
  original: { messages: OriginalMessage[]; isCut: boolean } | null;
}

/**
 * Compares a compaction with the text that it replaced. Losses that its event has take precedence.
 */
export async function compareCompaction(
  db: Database,
  compaction: Compaction,
  line: Line,
): Promise<ComparedCompaction> {
  const { loss, summary } = compaction;
  const said = await readOriginal(db, compaction, line);
  if (said === null || summary === null) return { loss, original: null };
  const found = loss ?? (await reportLossInPieces(said, summary, () => setImmediate()));
  return { loss: found, original: keepLast(said) };
}

/** Keeps the last messages, up to the number of characters that a page shows. */
function keepLast(said: readonly ConversationMessage[]): ComparedCompaction["original"] {
  const messages: OriginalMessage[] = [];
  let left = MAX_SHOWN;
  for (const { speaker, text, calls = [] } of said.toReversed()) {
    const named = calls.flatMap(({ command, path }) => [command, path].filter((part) => part !== undefined));
    const whole = [text, ...named].filter((part) => part !== "").join("\n");
    if (whole === "") continue;
    if (whole.length > left) return { messages: messages.reverse(), isCut: true };
    left -= whole.length;
    messages.push({ speaker, text: whole });
  }
  return { messages: messages.reverse(), isCut: false };
}
