export { type MaskedText, SecretScanner } from "./secret-scanner";
export { SessionWriter } from "./session-writer";
