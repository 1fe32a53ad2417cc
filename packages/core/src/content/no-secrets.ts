import type { SecretFinder } from "../secret-finder";
import { ContentRuleError } from "./compile-content-rules";

/** Replaces the scanner where its rules cannot run, such as in a browser. */
export class SecretScanner implements SecretFinder {
  /** @throws Error always, because a text that cannot be searched must not pass. */
  findSecrets(_text: string): never {
    throw new ContentRuleError("secrets can only be searched in Node");
  }
}
