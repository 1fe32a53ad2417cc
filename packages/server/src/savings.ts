import { CAUSES, type Cause } from "@baton/core";

/** Tokens that enforced handoffs saved, gross, and those used for summarizing; null means none. */
export interface SavedTokens {
  savedTokens: number | null;
  summarizerTokens: number | null;
}

/** Returns the net tokens saved: those removed minus those used for summarizing. */
export function netOf({ savedTokens, summarizerTokens }: SavedTokens): number {
  return (savedTokens ?? 0) - (summarizerTokens ?? 0);
}

/**
 * Returns the share saved: net tokens saved ÷ tokens offered, 1 at most, below 0 if summarizing used more than
 * was removed. Null if nothing was offered. Every "share saved" of Baton is this one.
 */
export function shareSaved(netTokens: number, offeredTokens: number): number | null {
  return offeredTokens > 0 ? netTokens / offeredTokens : null;
}

/** Returns the share saved by sums of handoffs. */
export function shareOf(sums: SavedTokens & { beforeTokens: number | null }): number | null {
  return shareSaved(netOf(sums), sums.beforeTokens ?? 0);
}

type PascalCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Capitalize<Head>}${PascalCase<Tail>}`
  : Capitalize<Name>;

/** A field that holds the tokens a cause saved, such as `savedByNotAllowed`. */
export type CauseField<One extends Cause = Cause> = `savedBy${PascalCase<One>}`;

/** Tokens saved by cause; `addedTokens` (≤ 0) is what translations added. Null means "not recorded". */
export type CauseTokens = Readonly<Record<CauseField, number | null>>;

/** Names the field that holds what a cause saved. */
export function causeField<One extends Cause>(cause: One): CauseField<One>;
export function causeField(cause: Cause): string {
  return `savedBy${cause.replace(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase())}`;
}

/** Returns a value for the field of each cause. */
export function mapCauseFields<Value>(valueFor: (cause: Cause) => Value): Record<CauseField, Value>;
export function mapCauseFields(valueFor: (cause: Cause) => unknown): Record<string, unknown> {
  return Object.fromEntries(CAUSES.map((cause) => [causeField(cause), valueFor(cause)]));
}

/** Returns what a cause saved, in tokens. */
export function savedBy(sums: CauseTokens, cause: Cause): number {
  return sums[causeField(cause)] ?? 0;
}

/**
 * Returns the gross tokens saved: before the subtraction of tokens added by translation or used for
 * summarizing.
 */
export function grossOf({ savedTokens, addedTokens }: { savedTokens: number; addedTokens: number }): number {
  return savedTokens - addedTokens;
}

/** Returns the tokens saved without a named cause: the gross minus the savings of all causes. */
export function unattributedOf(sums: CauseTokens & { savedTokens: number; addedTokens: number }): number {
  return CAUSES.reduce((rest, cause) => rest - savedBy(sums, cause), grossOf(sums));
}
