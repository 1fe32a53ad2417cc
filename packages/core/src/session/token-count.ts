import { z } from "zod";

/**
 * No context has as many tokens. Sums over all handoffs of a workspace have 64 bits: a thousand of the
 * largest integers that JSON has would be beyond them, and nothing of the same week could be stored any more.
 */
const MAX_TOKENS = 1_000_000_000;

/** A size in tokens. */
export const TokenCount = z.int().nonnegative().max(MAX_TOKENS);

/** A size in tokens as other tools write it: as a number, or as text. */
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
