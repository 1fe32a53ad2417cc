import { createSearchParamsCache, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { parseAsSearch } from "@/search/list-input";

/** Filters of the list, as in the URL. */
export const memoryListParams = {
  search: parseAsSearch,
  source: parseAsString,
  author: parseAsString,
  tag: parseAsString,
  field: parseAsString,
  reader: parseAsString,
  state: parseAsStringLiteral(["valid", "expired"]),
};

export const memoryListParamsCache = createSearchParamsCache(memoryListParams);
