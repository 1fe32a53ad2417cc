import type { Excerpt } from "./source-text";

/** Possible early ends of a sentence: before a clause that adds a circumstance. */
const CLAUSES =
  /[,;:]?\s+(?=(?:at|in|on|by|with|via|for|from|to|and|or|but|which|that|so|as|because|since|rather than|instead of|while|when|if|unless|after|before)\b|[(—–])/g;

/** Less than this share of the limit says too little. */
const LEAST_SHARE = 0.25;

/** Shortens a quote to at most `limit` UTF-16 units, at the end of a clause. @returns null if none ends there. */
export function shortenTo(excerpt: Excerpt, limit: number): Excerpt | null {
  if (excerpt.text.length <= limit) return excerpt;
  const source = excerpt.file.text.slice(excerpt.from, excerpt.from + limit + 1);
  const ends = [...source.matchAll(CLAUSES)].map(({ index }) => index).reverse();
  const end = ends.find((at) => at >= limit * LEAST_SHARE && isBalanced(source.slice(0, at)));
  return end === undefined ? null : excerpt.file.excerpt(excerpt.from, excerpt.from + end);
}

/** Returns true if all marks of code and emphasis and all brackets are closed. */
export function isBalanced(text: string): boolean {
  const count = (sign: string) => text.split(sign).length - 1;
  return (
    count("`") % 2 === 0 &&
    count("**") % 2 === 0 &&
    count("(") === count(")") &&
    count("[") === count("]") &&
    count('"') % 2 === 0
  );
}
