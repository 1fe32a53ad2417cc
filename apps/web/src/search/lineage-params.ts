import { createLoader, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { DEFAULT_RANGE, parseAsRange } from "@/search/range";
import { parseAsTimeZone } from "@/search/time-zone";
import { SPLITS } from "./savings-choices";

/** Period of a lineage page, the letters its list is searched for, and the split of its chart. */
export const lineageParams = {
  range: parseAsRange.withDefault(DEFAULT_RANGE),
  tz: parseAsTimeZone,
  search: parseAsString,
  by: parseAsStringLiteral(SPLITS).withDefault("cause"),
};

export const loadLineageParams = createLoader(lineageParams);
