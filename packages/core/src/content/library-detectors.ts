import { getCountrySpecifications, isValidIBAN } from "ibantools";
import { findPhoneNumbersInText } from "libphonenumber-js/min";
import picomatch from "picomatch";
import { RE2JS } from "re2js";
import isCreditCard from "validator/es/lib/isCreditCard.js";
import isEmail from "validator/es/lib/isEmail.js";
import isIP from "validator/es/lib/isIP.js";
import type { SecretFinder } from "../secret-finder";
import type { ContentFinder, Detectors, TextSpan } from "./detectors";

/**
 * Creates the detectors. Expressions only locate candidates, of bounded length so that any text takes linear time;
 * libraries decide about each.
 */
export function createDetectors(secrets: SecretFinder): Detectors {
  return {
    createFinder({ detector, pattern = "" }) {
      if (detector === "secret") return (text) => secrets.findSecrets(text);
      if (detector === "pattern") return createPatternFinder(pattern);
      if (detector === "file_path") return createPathFinder(pattern);
      return FINDERS[detector];
    },
  };
}

const FINDERS = {
  email: findEmails,
  phone: findPhones,
  payment_card: findCards,
  iban: findIbans,
  us_ssn: (text: string) => matchesOf(SSN, text),
  ip_address: (text: string) =>
    [...matchesOf(IP_V4, text), ...matchesOf(IP_V6, text)].filter(({ start, end }) =>
      isAddress(text.slice(start, end)),
    ),
  url_credentials: (text: string) => (text.includes("://") ? matchesOf(URL_CREDENTIALS, text) : []),
} satisfies Record<string, ContentFinder>;

/** The Social Security Administration assigns none of 000, 666 and 9xx, nor groups and serials of zeros. */
const SSN = /(?<![\d-])(?!000|666|9)\d{3}([- ])(?!00)\d{2}\1(?!0000)\d{4}(?![\d-]|\.\d)/g;
const IP_V4 = /(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w]|\.\w)/g;
const IP_V6 = /(?<![\w:.])[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}(?:\.\d{1,3}){0,3}(?![\w:])/gi;
/** The user and password of an address. */
const URL_CREDENTIALS = /(?<=:\/\/)[^\s/:@"'<>`]{0,100}:[^\s/"'<>`]{1,200}(?=@)/g;
/** From a plus or 00, a parenthesis or a digit: the library decides which part is a number. */
const PHONE =
  /(?<![\w+])(?:(?:\+|00)[\s(]{0,2}\d(?:[\s()./-]{0,3}\d){6,14}|\(\d{3}\)[ -]?\d{3}[ .-]\d{4}|\d{3}([ .-])\d{3}\1\d{4})(?!\d)/g;
/** Digits in groups, such as `4111 1111 1111 1111`. */
const DIGIT_GROUPS = /(?<![\w.])\d+(?:[ \u00a0-]\d+)*(?!\w)/g;
const IBAN_START = /(?<![a-z0-9])[a-z]{2}\d{2}(?=[ -]?[a-z0-9])/gi;
const IBAN_LENGTHS = new Map(
  Object.entries(getCountrySpecifications()).map(([country, { chars }]) => [country, chars]),
);
const [MIN_CARD, MAX_CARD] = [12, 19];

function matchesOf(expression: RegExp, text: string): TextSpan[] {
  return Array.from(text.matchAll(expression), ({ index, 0: match }) => ({
    start: index,
    end: index + match.length,
  }));
}

/** Expressions and specifications that begin with `::` match C++ scopes; an address has a digit. */
function isAddress(text: string): boolean {
  return /\d/.test(text) && isIP(text);
}

const LOCAL_END = /[\p{L}\p{N}.!#$%&'*+^_~-]{1,64}$/u;
const DOMAIN = /[\p{L}\p{N}.-]{1,253}/uy;

function findEmails(text: string): TextSpan[] {
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

function findPhones(text: string): TextSpan[] {
  return matchesOf(PHONE, text).flatMap(({ start, end }) => {
    const candidate = text.slice(start, end).replace(/^00/, "+");
    const dropped = end - start - candidate.length;
    return findPhoneNumbersInText(candidate, "US").map(({ startsAt, endsAt }) => ({
      start: start + (startsAt === 0 ? 0 : startsAt + dropped),
      end: start + endsAt + dropped,
    }));
  });
}

/** Finds numbers of a brand with a right check digit among groups of digits, from any group to any other. */
function findCards(text: string): TextSpan[] {
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

function findIbans(text: string): TextSpan[] {
  return matchesOf(IBAN_START, text).flatMap(({ start }) => {
    const country = text.slice(start, start + 2).toUpperCase();
    const length = IBAN_LENGTHS.get(country);
    if (length == null) return [];
    let [value, end] = ["", start];
    for (; value.length < length && end < text.length; end += 1) {
      const character = text.charAt(end);
      if (/[a-z0-9]/i.test(character)) value += character.toUpperCase();
      else if (!/[ -]/.test(character) || !/[a-z0-9]/i.test(text.charAt(end + 1))) return [];
    }
    return !/[a-z0-9]/i.test(text.charAt(end)) && isValidIBAN(value) ? [{ start, end }] : [];
  });
}

/** @throws Error if the pattern is not in RE2 syntax. */
function createPatternFinder(pattern: string): ContentFinder {
  const expression = RE2JS.compile(pattern);
  return (text) => {
    if (!expression.test(text)) return [];
    const found: TextSpan[] = [];
    const matcher = expression.matcher(text);
    while (matcher.find())
      if (matcher.start() < matcher.end()) found.push({ start: matcher.start(), end: matcher.end() });
    return found;
  };
}

const PATH_TOKEN = /[^\s"'`<>|,;()[\]{}=]{1,1024}/g;

/**
 * Finds paths that fit a glob, also before a line number (`.env:3`); compares without case, and Windows paths too.
 * Without extended globs such as `+(a|aa)`, which can take exponential time.
 *
 * @throws Error if the glob is invalid; without `debug`, it would match nothing.
 */
function createPathFinder(glob: string): ContentFinder {
  const fits = picomatch(glob, { dot: true, nocase: true, noextglob: true, debug: true });
  const literal = literalOf(glob);
  const isPath = (token: string) => {
    const path = token.replace(/\\+/g, "/").replace(/^(?:\.\/)+/, "");
    return path !== "" && [path, ...path.split(":")].some((part) => part !== "" && fits(part));
  };
  return (text) => {
    if (!text.toLowerCase().includes(literal)) return [];
    // Words repeat.
    const known = new Map<string, boolean>();
    return matchesOf(PATH_TOKEN, text).flatMap(({ start, end }) => {
      const token = text.slice(start, end).replace(/[.:!?]+$/, "");
      const found = known.get(token) ?? isPath(token);
      known.set(token, found);
      return found ? [{ start, end: start + token.length }] : [];
    });
  };
}

/** Returns the longest text, in lower case, that every match of a glob contains; empty if none is known. */
function literalOf(glob: string): string {
  if (!/^[\w.*?/-]*$/.test(glob)) return "";
  // The library ignores the start `./`.
  const [longest = ""] = glob
    .replace(/^(?:\.\/)+/, "")
    .split(/[*?/]+/)
    .sort((a, b) => b.length - a.length);
  return longest.toLowerCase();
}
