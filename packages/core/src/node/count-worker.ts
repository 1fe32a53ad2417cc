import { parentPort } from "node:worker_threads";
import { countTokens } from "../tokens/count-tokens";
import type { CountRequest } from "./token-counter";

/**
 * The thread of a `TokenCounter`: takes texts, and answers each with its number of tokens, in their order.
 */
parentPort?.on("message", ({ text, encoding }: CountRequest) => {
  parentPort?.postMessage(countTokens(text, encoding));
});
