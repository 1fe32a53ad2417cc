import isCreditCard from "validator/es/lib/isCreditCard.js";
import isEmail from "validator/es/lib/isEmail.js";
import isIP from "validator/es/lib/isIP.js";
import type { TextSpan } from "./detectors";
import { matchesOf } from "./matches-of";

const IP_V4 = /(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w]|\.\w)/g;
const IP_V6 = /(?<![\w:.])[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}(?:\.\d{1,3}){0,3}(?![\w:])/gi;
/** Digits in groups, such as `4111 1111 1111 1111`. */
const DIGIT_GROUPS = /(?<![\w.])\d+(?:[ \u00a0-]\d+)*(?!\w)/g;
const [MIN_CARD, MAX_CARD] = [12, 19];

/** Finds IP addresses of both versions. */
export function findAddresses(text: string): TextSpan[] {
  return [...matchesOf(IP_V4, text), ...matchesOf(IP_V6, text)].filter(({ start, end }) =>
    isAddress(text.slice(start, end)),
  );
}

/** Expressions and specifications that begin with `::` match C++ scopes; an address has a digit. */
function isAddress(text: string): boolean {
  return /\d/.test(text) && isIP(text);
}

const LOCAL_END = /[\p{L}\p{N}.!#$%&'*+^_~-]{1,64}$/u;
const DOMAIN = /[\p{L}\p{N}.-]{1,253}/uy;

/** Finds mail addresses: around each `@`, what the library accepts. */
export function findEmails(text: string): TextSpan[] {
  const found: TextSpan[] = [];
  for (let at = text.indexOf("@"); at !== -1; at = text.indexOf("@", at + 1)) {
    const local = LOCAL_END.exec(text.slice(Math.max(0, at - 64), at))?.[0].replace(/^[.'*&]+/, "");
    DOMAIN.lastIndex = at + 1;
    const domain = DOMAIN.exec(text)?.[0].replace(/[.-]+$/, "");
    if (local && domain && isEmail(`${local}@${domain}`))
      found.push({ start: at - local.length, end: at + 1 + domain.length });
  }
  return found;
}

/** Finds numbers of a brand with a right check digit among groups of digits, from any group to any other. */
export function findCards(text: string): TextSpan[] {
  return matchesOf(DIGIT_GROUPS, text).flatMap((run) => {
    if (run.end - run.start < MIN_CARD) return [];
    const groups = matchesOf(/\d+/g, text.slice(run.start, run.end));
    const found: TextSpan[] = [];
    for (let first = 0; first < groups.length; first += 1) {
      let digits = "";
      for (const group of groups.slice(first, first + MAX_CARD)) {
        digits += text.slice(run.start + group.start, run.start + group.end);
        if (digits.length > MAX_CARD) break;
        if (digits.length < MIN_CARD || !isCreditCard(digits)) continue;
        found.push({ start: run.start + (groups[first]?.start ?? 0), end: run.start + group.end });
      }
    }
    return found;
  });
}
