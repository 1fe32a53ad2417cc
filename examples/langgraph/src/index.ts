export { GovernedState, governNode, type MessageAgent } from "./governed-node";
export { readMessage, writeMessage } from "./langchain-messages";
