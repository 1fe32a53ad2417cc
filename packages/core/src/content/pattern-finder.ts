import { RE2JS } from "re2js";
import type { ContentFinder, TextSpan } from "./detectors";

/** Creates a finder for an expression. @throws Error if it is not in RE2 syntax. */
export function createPatternFinder(pattern: string): ContentFinder {
  const expression = RE2JS.compile(pattern);
  return (text) => {
    if (!expression.test(text)) return [];
    const found: TextSpan[] = [];
    const matcher = expression.matcher(text);
    while (matcher.find())
      if (matcher.start() < matcher.end()) found.push({ start: matcher.start(), end: matcher.end() });
    return found;
  };
}
