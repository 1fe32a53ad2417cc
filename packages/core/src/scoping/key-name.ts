import { escapeKey } from "./field-pattern";

/** Written as `*`: any one key. */
export const ANY_KEY = Symbol("any key");

/** Name of a key in reports to a receiver that does not get it. */
export type KeyName = string | typeof ANY_KEY;

/** Longer keys are not field names. */
const MAX_NAME_LENGTH = 64;
/** White space, an address of mail, a path, a number that begins the key, or three digits. */
const DATA = /[\s@/:]|^\p{Nd}|\p{Nd}(?:.*?\p{Nd}){2}/su;

/**
 * Names a key that was removed. One that looks like data, and not like the name of a field, is not spelled
 * out: in `{ "078-05-1120": … }` the key is what the receiver must not see.
 */
export function nameOfKey(key: string): KeyName {
  return key.length > MAX_NAME_LENGTH || DATA.test(key) ? ANY_KEY : key;
}

/** Writes a key as a step of a path. */
export function pathOfKey(name: KeyName): string {
  return name === ANY_KEY ? ".*" : `.${escapeKey(name)}`;
}
