export { MESSAGE_FORMATS, type MessageFormatName, type MessageHandoff } from "./message-handoff";
export { type ScopedMessages, scopeMessages, scopeMessagesWith } from "./scope-messages";
export { withheldNote } from "./withheld-note";
