import { type SQL, sql } from "drizzle-orm";

/**
 * Converts a search as people type it (words, "a phrase", -without, or) to a query of PostgreSQL. The last word may
 * be incomplete. Null for a search without words, such as only punctuation.
 */
export function wordsQuery(search: string): SQL {
  const words = sql`websearch_to_tsquery('simple', ${search})`;
  return sql`case when numnode(${words}) > 0 then (${words}::text || ':*')::tsquery end`;
}

/**
 * Splits names like PostgreSQL splits them in lines (`eventWords`): `internal_notes` and `a/b.ts` are several words.
 * A minus before a word stays, because it excludes the word.
 */
export function splitNames(search: string): string {
  return search.replace(/[\\._/:@<>&=#~^+*']+|(?<=\S)-/g, " ");
}
