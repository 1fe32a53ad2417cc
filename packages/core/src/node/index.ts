export { readOutlineKey } from "./env";
export { mayHoldSecret } from "./secret-prefilter";
export { type MaskedText, SecretScanner } from "./secret-scanner";
export { SessionWriter } from "./session-writer";
export { TokenCounter } from "./token-counter";
