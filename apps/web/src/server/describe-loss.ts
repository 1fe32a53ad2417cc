import "server-only";
import type { getCompaction } from "@baton/db";

type StoredLoss = NonNullable<Awaited<ReturnType<typeof getCompaction>>>["loss"];

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
