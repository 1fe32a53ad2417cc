import { findPhoneNumbersInText } from "libphonenumber-js/min";
import type { TextSpan } from "./detectors";
import { matchesOf } from "./matches-of";

/** From a plus or 00, a parenthesis or a digit: the library decides which part is a number. */
const PHONE =
  /(?<![\w+])(?:(?:\+|00)[\s(]{0,2}\d(?:[\s()./-]{0,3}\d){6,14}|\(\d{3}\)[ -]?\d{3}[ .-]\d{4}|\d{3}([ .-])\d{3}\1\d{4})(?!\d)/g;

/** Finds phone numbers. */
export function findPhones(text: string): TextSpan[] {
  return matchesOf(PHONE, text).flatMap(({ start, end }) => {
    const candidate = text.slice(start, end).replace(/^00/, "+");
    const dropped = end - start - candidate.length;
    return findPhoneNumbersInText(candidate, "US").map(({ startsAt, endsAt }) => ({
      start: start + (startsAt === 0 ? 0 : startsAt + dropped),
      end: start + endsAt + dropped,
    }));
  });
}
