import { cutToTokens } from "../scoping/summarize";
import { countTokens } from "../tokens/count-tokens";

/** What has more tokens than this is large. */
export const LARGE_TOKENS = 20_000;
/** From this share of the context window on, large inputs leave it too. */
export const INPUTS_OFFLOADED_FROM = 0.85;
const PREVIEW_LINES = 10;
/** Lines may be of any length; a preview is not to be large itself. */
const PREVIEW_TOKENS = 500;

/** What stands in a context in the place of a text that lies in a file. */
export interface OffloadedText {
  path: string;
  /** Of the file's bytes, in hex: by it a later reader can tell whether it is still the same. */
  sha256: string;
  /** Of the whole text, in tokens of `cl100k_base`. */
  tokens: number;
  lines: number;
  /** The first 10 lines, at most 500 tokens of them. */
  preview: string;
}

/**
 * Whether a text of a tool call should lie in a file: results of more than 20,000 tokens always, inputs of
 * that size once 85 % of the context window are used.
 *
 * @param usedShare of the context window, from 0 to 1.
 */
export function shouldOffload(kind: "result" | "input", tokens: number, usedShare: number): boolean {
  return tokens > LARGE_TOKENS && (kind === "result" || usedShare >= INPUTS_OFFLOADED_FROM);
}

/** What is to stand in the place of a text that was written to `path`, whose bytes have this hash. */
export function describeOffloaded(text: string, path: string, sha256: string): OffloadedText {
  const lines = text.split("\n");
  const preview = cutToTokens(lines.slice(0, PREVIEW_LINES).join("\n"), PREVIEW_TOKENS);
  return { path, sha256, tokens: countTokens(text), lines: lines.length, preview };
}

/** The words that an agent reads in the place of an offloaded text. */
export function renderOffloaded({ path, sha256, tokens, lines, preview }: OffloadedText): string {
  return [
    `[${tokens.toLocaleString("en")} tokens in ${lines.toLocaleString("en")} lines lie in ${path}, sha256 ${sha256}; it begins:]`,
    preview,
    "[…]",
  ].join("\n");
}
