import { getCountrySpecifications, isValidIBAN } from "ibantools";
import type { TextSpan } from "./detectors";
import { matchesOf } from "./matches-of";

const IBAN_START = /(?<![a-z0-9])[a-z]{2}\d{2}(?=[ -]?[a-z0-9])/gi;
const IBAN_LENGTHS = new Map(
  Object.entries(getCountrySpecifications()).map(([country, { chars }]) => [country, chars]),
);

/** Finds account numbers with the length and check digits of their country. */
export function findIbans(text: string): TextSpan[] {
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
