import { SecretScanner } from "@baton/core/node";
import { makeSecretCases } from "../../../packages/core/test/secret-cases";

/** Texts that must come to stand nowhere: each is given out once, and remembered. */
export class Canaries {
  /** What was given out so far. */
  readonly given: string[] = [];
  readonly #secrets: string[];

  constructor() {
    const scanner = new SecretScanner();
    // How many secrets the scanner sees is measured elsewhere: this is about ways past it, of those that it does see.
    this.#secrets = makeSecretCases(19, 20)
      .filter(
        ({ isProvider, secret }) =>
          isProvider && !scanner.maskText(`see ${secret} here`).text.includes(secret),
      )
      .map(({ secret }) => secret);
  }

  /** A sentence with a new secret in it. */
  next(): string {
    const secret = this.#secrets.pop();
    if (secret === undefined) throw new Error("there are more places than secrets");
    return `see ${this.add(secret)} here`;
  }

  /** Remembers a value that is no secret by its looks, and gives it back. */
  add(value: string): string {
    this.given.push(value);
    return value;
  }
}
