export { MESSAGE_FORMATS, type MessageFormatName } from "./message-formats";
export type { MessageHandoff } from "./message-handoff";
export { type ScopedMessages, scopeMessages } from "./scope-messages";
