import { createLoader, parseAsString } from "nuqs/server";

/** The search in all sessions, as in the URL. */
export const contentParams = { search: parseAsString };

export const loadContentParams = createLoader(contentParams);
