import { makeSeenSecrets } from "./seen-secrets";

/** Texts that must come to stand nowhere: each is given out once, and remembered. */
export class Canaries {
  /** What was given out so far. */
  readonly given: string[] = [];
  readonly #secrets = makeSeenSecrets(Number.POSITIVE_INFINITY);

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
