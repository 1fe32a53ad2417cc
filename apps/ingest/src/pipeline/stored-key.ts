import { toStorableText } from "@baton/core";
import { sha256Of } from "../sha256";
import { MAX_LINE_BYTES } from "./read-lines";

/**
 * An entry of a PostgreSQL index holds 2,700 bytes at most, and the widest of ours holds
 * two agents, a model and a few short columns. An agent's id has 256 characters at most
 * where it is governed, which are 1,024 bytes.
 */
const MAX_KEY_BYTES = 1_024;

/** Enough to know an id by that had to be cut. */
const SHOWN_CHARACTERS = 64;

/** Of UTF-8, for a character that has to be escaped. */
const MAX_CHARACTER_BYTES = 7;

/** An id that an index takes: one that is too long ends in its hash. */
export function storedKey(id: string, maxBytes: number = MAX_KEY_BYTES): string {
  if (id.length * MAX_CHARACTER_BYTES <= maxBytes) return id;
  if (id.length <= maxBytes && Buffer.byteLength(toStorableText(id)) <= maxBytes) return id;
  const shown = [...id.slice(0, SHOWN_CHARACTERS)].slice(0, -1).join("");
  return `${shown}…sha256:${hashId(id)}`;
}

/**
 * Hashes of long ids. All records of a line may share one: of a line of 8 MB with a
 * conversation of 6 MB each of ten thousand spans took eight milliseconds. Ids of so many
 * characters are kept, as many as one line holds.
 */
const hashes = new Map<string, string>();
const [MIN_KEPT_LENGTH, MAX_KEPT_LENGTH] = [10_000, MAX_LINE_BYTES];
let keptLength = 0;

function hashId(id: string): string {
  if (id.length < MIN_KEPT_LENGTH) return sha256Of(id);
  const known = hashes.get(id);
  if (known !== undefined) return known;
  if (keptLength + id.length > MAX_KEPT_LENGTH) {
    hashes.clear();
    keptLength = 0;
  }
  const hash = sha256Of(id);
  hashes.set(id, hash);
  keptLength += id.length;
  return hash;
}

/** The same for an id that may be missing. */
export function storedKeyOrNull(id: string | null, maxBytes?: number): string | null {
  return id === null ? null : storedKey(id, maxBytes);
}
