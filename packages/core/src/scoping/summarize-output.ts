import { countTokens } from "../tokens/count-tokens";
import type { SummaryRequest } from "./summarize";

/**
 * Shortens an output: each string over the limit; or all of it to one text if the rest is still over the
 * limit.
 *
 * @param maxTokens limit of each summary in tokens (`cl100k_base`); for the whole, of its compact JSON.
 * @returns the output itself if nothing exceeds the limit.
 */
export function* summarizeOutput(
  output: unknown,
  maxTokens: number,
): Generator<SummaryRequest, unknown, string> {
  const rest = JSON.stringify(output, (_, value) =>
    typeof value === "string" && isLonger(value, maxTokens) ? "" : value,
  );
  if (typeof output === "string" || !isLonger(rest, maxTokens))
    return yield* summarizeStrings(output, maxTokens);
  return yield { text: describe(output), maxTokens };
}

function* summarizeStrings(value: unknown, maxTokens: number): Generator<SummaryRequest, unknown, string> {
  if (typeof value === "string") return isLonger(value, maxTokens) ? yield { text: value, maxTokens } : value;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value);
  const shortened: [string, unknown][] = [];
  for (const [key, field] of entries) shortened.push([key, yield* summarizeStrings(field, maxTokens)]);
  if (shortened.every(([, field], index) => field === entries[index]?.[1])) return value;
  return Array.isArray(value) ? shortened.map(([, field]) => field) : Object.fromEntries(shortened);
}

/** A token has at least one byte, and a UTF-16 unit at most three: short texts need no counting. */
function isLonger(text: string, maxTokens: number): boolean {
  return text.length * 3 > maxTokens && countTokens(text) > maxTokens;
}

/** Characters of a path to show, from its end. */
const MAX_PLACE = 200;

/** Maximum characters of an output to summarize, including the path before each scalar. */
const MAX_DESCRIBED = 1_000_000;

/**
 * Describes an output with one line per scalar, so that a summary can select among them; only the start of a
 * very large one.
 */
function describe(output: unknown): string {
  const lines: string[] = [];
  let left = MAX_DESCRIBED;
  const addLines = (value: unknown, path: string): void => {
    if (left <= 0 || value === undefined || typeof value === "symbol") return;
    if (typeof value !== "object" || value === null) {
      const line = `${path}: ${String(value)}`;
      left -= line.length + 1;
      lines.push(line);
    } else if (Array.isArray(value)) {
      for (const element of value) addLines(element, path);
    } else {
      for (const [key, field] of Object.entries(value))
        addLines(field, (path === "" ? key : `${path}.${key}`).slice(-MAX_PLACE));
    }
  };
  addLines(output, "");
  return lines.join("\n");
}
