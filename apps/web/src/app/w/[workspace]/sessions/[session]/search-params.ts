import { createSearchParamsCache, parseAsBoolean, parseAsString, parseAsStringLiteral } from "nuqs/server";

export const VIEWS = ["graph", "table"] as const;
export const DIRECTIONS = ["both", "upstream", "downstream"] as const;
export const DEPTHS = ["1", "2", "3", "all"] as const;

/** How a session is looked at, as it stands in the address. */
export const sessionParams = {
  view: parseAsStringLiteral(VIEWS).withDefault("graph"),
  /** The handoff that is picked out. */
  handoff: parseAsString,
  /** The agent around which the graph is drawn, in which direction, and how many handoffs away from it. */
  agent: parseAsString,
  direction: parseAsStringLiteral(DIRECTIONS).withDefault("both"),
  depth: parseAsStringLiteral(DEPTHS).withDefault("1"),
  /** What the list of handoffs is narrowed to: agents or rules with these letters, and drift alone. */
  find: parseAsString,
  drift: parseAsBoolean.withDefault(false),
  /** What the lines of the session are searched for. */
  text: parseAsString,
};

/** What is asked of the fields of a session: where one went, or what an agent knew. */
export const fieldsParams = { path: parseAsString, agent: parseAsString };

export const fieldsParamsCache = createSearchParamsCache(fieldsParams);
