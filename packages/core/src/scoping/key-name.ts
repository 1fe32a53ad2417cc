import { escapeKey } from "./field-pattern";

/** Written as `*`: any one key. */
export const ANY_KEY = Symbol("any key");

/** Name of a key in reports to a receiver that does not get it. */
export type KeyName = string | typeof ANY_KEY;

/** Longer keys are not field names. */
const MAX_NAME_LENGTH = 64;
/** White space, part of an email address or path, a leading number, or three digits. */
const DATA = /[\s@/:]|^\p{Nd}|\p{Nd}(?:.*?\p{Nd}){2}/su;

/**
 * Names a removed key. Does not reveal one that looks like data instead of a field name: in `{ "078-05-1120":
 * … }`, the receiver must not see the key.
 */
export function nameOfKey(key: string): KeyName {
  return key.length > MAX_NAME_LENGTH || DATA.test(key) ? ANY_KEY : key;
}

/** Writes a key as a step of a path. */
export function pathOfKey(name: KeyName): string {
  return name === ANY_KEY ? ".*" : `.${escapeKey(name)}`;
}
