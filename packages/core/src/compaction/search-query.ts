import { sentenceStart } from "./sentence-start";

/** A search query, or a report of one. */
const SEARCH_QUERY =
  /\b(?:rg|ag|ack|egrep|fgrep|grep|git grep)\s+(?:-{1,2}[\w-]+\s+|["'`\\/])|\bfind\s+[./~]\S*\s+-\w|\b(?:search(?:ed|ing)?|quer(?:y|ied)|googl(?:ed?|ing))\b[^.\n]{0,30}?(?:\bfor\b|:)\s*["'“`]|\b(?:search (?:query|term|string)s?|glob|pattern|quer(?:y|ies))\s*[:=]\s*\S|\bsite:\w|\b(?:searched|grepped|looked|googled) (?:\S+ ){0,6}for\b/i;

/** Returns true if a line describes a search instead of its result. */
export function isSearchQuery(line: string): boolean {
  return SEARCH_QUERY.test(sentenceStart(line));
}
