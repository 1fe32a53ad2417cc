/** A part of a text to replace: from `start` up to, not including, `end`. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

/** Replaces what a blocked name labels in a text. */
export const REDACTED = "[redacted: blocked_in_text]";

/** Applies edits to a text. If two overlap, the one that starts first replaces both. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = "";
  let end = 0;
  for (const edit of [...edits].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (edit.start >= end) result += text.slice(end, edit.start) + edit.replacement;
    end = Math.max(end, edit.end);
  }
  return result + text.slice(end);
}
