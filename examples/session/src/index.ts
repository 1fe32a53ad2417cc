export { ChatMessage, readText, toolCallsOf, writeText } from "./chat-message";
export { readOutput, readRequest, writeConversation } from "./conversation";
export { GovernedSession, type SessionOptions } from "./governed-session";
export { type GoverningPolicy, governBy, POLICY_FILE, readPolicy, SWITCH_FILE } from "./read-policy";
