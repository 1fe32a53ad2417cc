import { CONVERSATION_FILTERS } from "@baton/server/conversation/item";
import { parseAsString, parseAsStringLiteral } from "nuqs/server";

/** Filters and position of a conversation, as in the URL. */
export const conversationParams = {
  /** The agent whose messages are shown, by the ID of its client; null for the one of the session, `*` for all. */
  speaker: parseAsString,
  only: parseAsStringLiteral(CONVERSATION_FILTERS).withDefault("all"),
  /** The item to start at, see `placeKey`; `end` for the last ones. */
  at: parseAsString,
};
