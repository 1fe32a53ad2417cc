export { type MaskedText, SecretScanner } from "./secret-scanner";
