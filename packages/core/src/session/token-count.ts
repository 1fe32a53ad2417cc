import { z } from "zod";

/**
 * Larger than any context. Totals over all handoffs of a workspace have 64 bits: a thousand of JSON's largest
 * integers would exceed them, and block storing other handoffs of the same week.
 */
const MAX_TOKENS = 1_000_000_000;

/** A size in tokens. */
export const TokenCount = z.int().nonnegative().max(MAX_TOKENS);

/** A size in tokens in the form of other tools: a number, or a text. */
export const WrittenTokenCount = z.union([
  TokenCount,
  z
    .string()
    .regex(/^\d{1,10}$/)
    .transform(Number)
    .pipe(TokenCount),
]);

/** Returns the difference of two sizes in tokens. */
export const TokenDifference = z.int().min(-MAX_TOKENS).max(MAX_TOKENS);
