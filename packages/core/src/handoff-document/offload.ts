import { cutToTokens } from "../scoping/summarize";
import { countTokens } from "../tokens/count-tokens";

/** Larger texts are moved out of the context. */
export const LARGE_TOKENS = 20_000;
/** From this share of the context window on, large inputs leave it too. */
export const INPUTS_OFFLOADED_FROM = 0.85;
const PREVIEW_LINES = 10;
/** Lines may be of any length; a preview is not to be large itself. */
const PREVIEW_TOKENS = 500;

/** Replaces a text in a context that was moved to a file. */
export interface OffloadedText {
  path: string;
  /** Hex SHA-256 of the file, to detect changes later. */
  sha256: string;
  /** Size of the whole text in `cl100k_base` tokens. */
  tokens: number;
  lines: number;
  /** The first 10 lines, at most 500 tokens of them. */
  preview: string;
}

/**
 * Returns true if a tool text should move to a file: results over 20,000 tokens always, inputs of that size
 * from 85 % of the window.
 *
 * @param usedShare used share of the window, from 0 to 1.
 */
export function shouldOffload(kind: "result" | "input", tokens: number, usedShare: number): boolean {
  return tokens > LARGE_TOKENS && (kind === "result" || usedShare >= INPUTS_OFFLOADED_FROM);
}

/** Creates the replacement of a text that was written to `path`, with the hash of its bytes. */
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
