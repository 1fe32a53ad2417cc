import { HANDOFF_KINDS } from "@baton/core/session";
import {
  createSearchParamsCache,
  parseAsBoolean,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";

export const VIEWS = ["graph", "matrix", "table", "conversation"] as const;
export const DIRECTIONS = ["both", "upstream", "downstream"] as const;
export const DEPTHS = ["1", "2", "3", "all"] as const;

/** View of a session, as in the URL. */
export const sessionParams = {
  /** Null: a graph, or a matrix for many agents. */
  view: parseAsStringLiteral(VIEWS),
  /** The selected handoff. */
  handoff: parseAsString,
  /** The agent at the center of the graph, the direction, and the maximum number of handoffs from it. */
  agent: parseAsString,
  direction: parseAsStringLiteral(DIRECTIONS).withDefault("both"),
  depth: parseAsStringLiteral(DEPTHS).withDefault("1"),
  /** The only kind of handoffs in graph, timeline and table. */
  kind: parseAsStringLiteral(HANDOFF_KINDS),
  /** Filters of the handoff list: text in agents or rules, and violations only. */
  find: parseAsString,
  /** Only handoffs of this sender and to this receiver. */
  from: parseAsString,
  to: parseAsString,
  /** Only handoffs of this part of the time, in milliseconds since 1970. */
  since: parseAsInteger,
  until: parseAsInteger,
  violation: parseAsBoolean.withDefault(false),
  /** Search text for the lines of the session. */
  text: parseAsString,
};

/** Field or agent of the fields page. */
export const fieldsParams = { path: parseAsString, agent: parseAsString };

export const fieldsParamsCache = createSearchParamsCache(fieldsParams);
