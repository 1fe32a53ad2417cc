import { createLoader, parseAsBoolean, parseAsString } from "nuqs/server";

/** The two sessions, and whether rows that are equal in both are hidden. */
export const compareParams = {
  a: parseAsString.withDefault(""),
  b: parseAsString.withDefault(""),
  different: parseAsBoolean.withDefault(false),
};

export const loadCompareParams = createLoader(compareParams);
