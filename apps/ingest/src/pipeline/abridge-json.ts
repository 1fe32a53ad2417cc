const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const CLOSING_QUOTE = Buffer.from([QUOTE]);

/** Longer strings are removed: they are images or files, rarely messages. */
const MAX_STRING_BYTES = 64 * 1024;
/** A line beyond this size is long because of many strings, so only short ones are kept. */
const ROOMY_BYTES = 1024 * 1024;
const MAX_LATER_STRING_BYTES = 256;

/**
 * Removes long strings from a JSON line that arrives in pieces. `[9437184 bytes left out]` replaces each.
 * Never holds more than `maxBytes`.
 */
export class JsonAbridger {
  readonly #maxBytes: number;
  #kept: Buffer[] = [];
  #keptBytes = 0;
  /** Bytes so far of the string in which the last chunk ended; null outside strings. */
  #stringBytes: number | null = null;
  /** Chunks of that string so far; empty once the string is removed. */
  #string: Buffer[] = [];
  #isEscaped = false;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  add(piece: Buffer): void {
    for (let start = 0; start < piece.length && this.#keptBytes <= this.#maxBytes; ) {
      if (this.#stringBytes === null) {
        const quote = piece.indexOf(QUOTE, start);
        const end = quote < 0 ? piece.length : quote + 1;
        this.#keep(piece.subarray(start, end));
        if (quote >= 0) this.#stringBytes = 0;
        start = end;
      } else {
        const quote = this.#findStringEnd(piece, start);
        this.#growString(piece.subarray(start, quote ?? piece.length), this.#stringBytes);
        if (quote !== null) this.#finishString();
        start = quote === null ? piece.length : quote + 1;
      }
    }
  }

  /** Returns the line without its long strings; null if it is still too long. */
  finish(): Buffer | null {
    if (this.#keptBytes > this.#maxBytes || this.#stringBytes !== null) return null;
    return Buffer.concat(this.#kept);
  }

  /** Returns the position of the closing quote, or null if the piece ends first. */
  #findStringEnd(piece: Buffer, start: number): number | null {
    for (let index = start; index < piece.length; index++) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (piece[index] === BACKSLASH) this.#isEscaped = true;
      else if (piece[index] === QUOTE) return index;
    }
    return null;
  }

  #growString(part: Buffer, before: number): void {
    this.#stringBytes = before + part.length;
    if (this.#stringBytes <= this.#limit) this.#string.push(part);
    else this.#string = [];
  }

  #finishString(): void {
    const bytes = this.#stringBytes ?? 0;
    if (bytes > this.#limit) this.#keep(Buffer.from(`[${bytes} bytes left out]`));
    else for (const part of this.#string) this.#keep(part);
    this.#keep(CLOSING_QUOTE);
    this.#stringBytes = null;
    this.#string = [];
  }

  get #limit(): number {
    return this.#keptBytes < ROOMY_BYTES ? MAX_STRING_BYTES : MAX_LATER_STRING_BYTES;
  }

  #keep(part: Buffer): void {
    this.#kept.push(part);
    this.#keptBytes += part.length;
  }
}
