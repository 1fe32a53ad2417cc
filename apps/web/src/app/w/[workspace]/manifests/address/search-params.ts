import { createSearchParamsCache, parseAsInteger, parseAsString } from "nuqs/server";

/** The address of an artifact's version, and the version to compare it with. */
export const addressParams = { artifact: parseAsString, against: parseAsInteger };

export const addressParamsCache = createSearchParamsCache(addressParams);
