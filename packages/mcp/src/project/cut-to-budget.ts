import { countTokens } from "@baton/core/tokens";

/** Whole lines of a text within a budget. */
interface CutText {
  readonly text: string;
  /** In tokens of `cl100k_base`. */
  readonly tokens: number;
  /** The first line that is not included, from 1; null at the end of the text. */
  readonly nextLine: number | null;
}

/** Returns whole lines from `firstLine` (from 1) on, within a budget in tokens; at least one line. */
export function cutToBudget(
  text: string,
  { firstLine, maxTokens }: { firstLine: number; maxTokens: number },
): CutText {
  const lines = text.split("\n");
  const start = firstLine - 1;
  let [end, tokens] = [start, 0];
  for (; end < lines.length; end += 1) {
    const size = countTokens(`${lines[end]}\n`);
    if (end > start && tokens + size > maxTokens) break;
    tokens += size;
  }
  return { text: lines.slice(start, end).join("\n"), tokens, nextLine: end < lines.length ? end + 1 : null };
}
