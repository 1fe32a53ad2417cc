import { createLoader, parseAsString } from "nuqs/server";
import { DEFAULT_RANGE, parseAsRange } from "@/search/range";
import { parseAsTimeZone } from "@/search/time-zone";

/** Which version is shown (none: the one seen last), and over which time its traffic is summed. */
export const policiesParams = {
  version: parseAsString,
  range: parseAsRange.withDefault(DEFAULT_RANGE),
  tz: parseAsTimeZone,
};

export const loadPoliciesParams = createLoader(policiesParams);
