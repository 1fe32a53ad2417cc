import type { TextSpan } from "./detectors";

/** Returns the matches of a global expression. */
export function matchesOf(expression: RegExp, text: string): TextSpan[] {
  return Array.from(text.matchAll(expression), ({ index, 0: match }) => ({
    start: index,
    end: index + match.length,
  }));
}
