export { ChatMessage, readText, toolCallsOf, writeText } from "./chat-message";
export { readOutput, readRequest, writeConversation } from "./conversation";
export { followPolicy } from "./follow-policy";
export { openSession } from "./open-session";
export { compileText, POLICY_FILE, readPolicyOf } from "./read-policy";
