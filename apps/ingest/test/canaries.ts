import { buildSeenSecrets } from "./observed-secrets";

/** Secrets that must not appear anywhere: each is issued once and recorded. */
export class Canaries {
  /** Values issued so far. */
  readonly given: string[] = [];
  readonly #secrets = buildSeenSecrets(Number.POSITIVE_INFINITY);
  readonly #beginnings: readonly string[];

  /** @param beginnings of the sentences, in turn. */
  constructor(beginnings: readonly string[] = ["see"]) {
    this.#beginnings = beginnings;
  }

  /** Returns a sentence with a new secret. */
  next(): string {
    const secret = this.#secrets.pop();
    if (secret === undefined) throw new Error("there are more places than secrets");
    const beginning = this.#beginnings[this.given.length % this.#beginnings.length];
    return `${beginning} ${this.add(secret)} here`;
  }

  /** Records and returns a value that does not look like a secret. */
  add(value: string): string {
    this.given.push(value);
    return value;
  }
}
