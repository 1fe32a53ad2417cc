import { cutToTokens } from "../scoping/summarize";
import { countTokens } from "../tokens/count-tokens";

/** Larger texts are moved out of the context. */
export const LARGE_TOKENS = 20_000;
/** From this share of the context window on, large inputs are moved out too. */
export const INPUTS_OFFLOADED_FROM = 0.85;
const PREVIEW_LINES = 10;
/** Limits previews, because lines can have any length. */
const PREVIEW_TOKENS = 500;

/** Replaces a text in a context that was moved to a file. */
export interface OffloadedText {
  path: string;
  /** Hex SHA-256 of the file, to detect changes later. */
  sha256: string;
  /** Size of the whole text in `cl100k_base` tokens. */
  tokens: number;
  lines: number;
  /** The first 10 lines, at most 500 tokens. */
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
  const lines = text.replace(/\n$/, "").split("\n");
  const preview = cutToTokens(lines.slice(0, PREVIEW_LINES).join("\n"), PREVIEW_TOKENS);
  return { path, sha256, tokens: countTokens(text), lines: lines.length, preview };
}

/** Returns the text that an agent reads instead of an offloaded one. */
export function renderOffloaded({ path, sha256, tokens, lines, preview }: OffloadedText): string {
  return [
    `[${tokens.toLocaleString("en")} tokens in ${lines.toLocaleString("en")} ${lines === 1 ? "line" : "lines"} lie in ${path}, sha256 ${sha256}; it begins:]`,
    preview,
    ...(countTokens(preview) < tokens - 1 ? ["[…]"] : []),
  ].join("\n");
}
