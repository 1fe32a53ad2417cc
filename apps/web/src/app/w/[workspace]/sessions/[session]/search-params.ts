import { parseAsString, parseAsStringLiteral } from "nuqs/server";

export const VIEWS = ["graph", "table"] as const;

/** How a session is looked at, as it stands in the address: drawn or listed, and which handoff is picked out. */
export const sessionParams = {
  view: parseAsStringLiteral(VIEWS).withDefault("graph"),
  handoff: parseAsString,
};
