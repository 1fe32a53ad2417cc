export {
  assembleConversation,
  type ConversationAgent,
  type ConversationFacts,
  type StoredLine,
} from "./assemble-conversation";
export { CONVERSATION_FILTERS, type ConversationFilter, type ConversationItem } from "./conversation-item";
export { placeKey, readPlaceKey } from "./place-key";
export { findImage, findWholeText, readSpokenParts } from "./spoken-parts";
