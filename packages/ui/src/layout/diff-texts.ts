import { diffLines } from "diff";
import type { DiffRow } from "./diff-rows";

/** Edits after which the rest counts as rewritten, so that comparing stays quick. */
const MAX_EDITS = 5_000;

/** Compares two texts line by line. A removed line next to an added one counts as changed. */
export function diffTexts(before: string, after: string): DiffRow[] {
  const changes = diffLines(before, after, { maxEditLength: MAX_EDITS }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ];
  const rows: DiffRow[] = [];
  let [beforeNumber, afterNumber] = [0, 0];
  let cut: string[] = [];
  const flush = (added: readonly string[]) => {
    for (let index = 0; index < Math.max(cut.length, added.length); index += 1) {
      const [old, fresh] = [cut[index], added[index]];
      rows.push({
        before: old === undefined ? null : { number: ++beforeNumber, text: old },
        after: fresh === undefined ? null : { number: ++afterNumber, text: fresh },
        mark: old === undefined ? "added" : fresh === undefined ? "cut" : "changed",
      });
    }
    cut = [];
  };
  for (const { value, added, removed } of changes) {
    const lines = value.replace(/\n$/, "").split("\n");
    if (removed) {
      cut.push(...lines);
    } else if (added) {
      flush(lines);
    } else {
      flush([]);
      for (const text of lines) {
        rows.push({
          before: { number: ++beforeNumber, text },
          after: { number: ++afterNumber, text },
        });
      }
    }
  }
  flush([]);
  return rows;
}
