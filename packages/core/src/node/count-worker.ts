import { parentPort } from "node:worker_threads";
import { countTokens } from "../tokens/count-tokens";
import type { CountRequest } from "./token-counter";

/**
 * The thread of a `TokenCounter`: receives texts, and responds with the number of tokens of each, in order.
 */
parentPort?.on("message", ({ text, encoding }: CountRequest) => {
  parentPort?.postMessage(countTokens(text, encoding));
});
