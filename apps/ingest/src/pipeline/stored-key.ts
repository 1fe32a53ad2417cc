import { toStorableText } from "@baton/server/storable-text";
import { sha256Of } from "../sha256";
import { MAX_LINE_BYTES } from "./read-lines";

/**
 * A PostgreSQL index entry holds at most 2,700 bytes; our widest holds two agents, a model and a few short
 * columns. The ID of a governed agent has at most 256 characters, which are 1,024 bytes.
 */
const MAX_KEY_BYTES = 1_024;

/** Characters of a shortened ID to keep, so that users can recognize it. */
const SHOWN_CHARACTERS = 64;

/** Bytes of an escaped UTF-8 character. */
const MAX_CHARACTER_BYTES = 7;

/** Returns an ID that fits into an index: a longer one is shortened and ends with its hash. */
export function storedKey(id: string, maxBytes: number = MAX_KEY_BYTES): string {
  if (id.length * MAX_CHARACTER_BYTES <= maxBytes) return id;
  if (id.length <= maxBytes && Buffer.byteLength(toStorableText(id)) <= maxBytes) return id;
  const shown = [...id.slice(0, SHOWN_CHARACTERS)].slice(0, -1).join("");
  return `${shown}…sha256:${hashId(id)}`;
}

/**
 * Caches hashes of long IDs, because all records of a line can share one: a line of 8 MB with a conversation
 * ID of 6 MB took eight milliseconds per span. Holds as many characters as a line.
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

/** Shortens an ID like `storedKey`; returns null for a missing one. */
export function storedKeyOrNull(id: string | null, maxBytes?: number): string | null {
  return id === null ? null : storedKey(id, maxBytes);
}
