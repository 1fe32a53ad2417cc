import { v4, v7 } from "uuid";
import type { Random } from "./random";

/** Returns a UUID of version 7 (RFC 9562) for an event at `milliseconds` since 1970. */
export function eventId(random: Random, milliseconds: number): string {
  return v7({ msecs: milliseconds, random: random.bytes(16) });
}

/** Returns a UUID of version 4 (RFC 9562). */
export function uuid(random: Random): string {
  return v4({ random: random.bytes(16) });
}

/** Returns an id such as "session_20261122_090312_1f3a9c04" for a session that starts at `milliseconds` since 1970. */
export function sessionIdAt(random: Random, milliseconds: number): string {
  const [day, time] = new Date(milliseconds).toISOString().replaceAll(/[-:]/g, "").slice(0, 15).split("T");
  return `session_${day}_${time}_${hexId(random, 8)}`;
}

const HEX = "0123456789abcdef";
const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

export function hexId(random: Random, length: number): string {
  return letters(random, HEX, length);
}

/** Returns letters and digits, as model providers and code hosts use them in ids and keys. */
export function base62Id(random: Random, length: number): string {
  return letters(random, BASE62, length);
}

function letters(random: Random, alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet.charAt(random.integer(0, alphabet.length - 1))).join("");
}
