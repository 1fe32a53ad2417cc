import { createLoader, parseAsString } from "nuqs/server";
import { DEFAULT_RANGE, parseAsRange } from "@/search/range";
import { parseAsTimeZone } from "@/search/time-zone";

/** The displayed version (none: the last reported one), and the period of its traffic. */
export const policiesParams = {
  version: parseAsString,
  range: parseAsRange.withDefault(DEFAULT_RANGE),
  tz: parseAsTimeZone,
};

export const loadPoliciesParams = createLoader(policiesParams);
