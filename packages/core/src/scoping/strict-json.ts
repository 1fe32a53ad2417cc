import type { Finding } from "../finding";
import { toPointer } from "../schema-issue";

export type StrictJson = { ok: true; value: unknown } | { ok: false; finding: Finding };

/**
 * Parses JSON (RFC 8259) without any loss: rejects an object with a duplicate key, of which `JSON.parse`
 * silently keeps the last, and a number that it would change (2⁵³ + 1, `1e400`, twenty digits). Accepts any
 * depth.
 *
 * @returns the value, or the first finding, with the code `not_json`, `duplicate_key` or `lossy_number`.
 * Never throws.
 */
export function parseStrictJson(text: string): StrictJson {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // The parser's own message would quote the text.
    const [, position] = /position (\d+)/.exec(String(error)) ?? [];
    const message = `the text is not JSON${position === undefined ? "" : `, from character ${position} on`}`;
    return refuse("not_json", "", message, "Write one JSON value, without comments or trailing commas.");
  }
  const loss = new LossScanner(text).scan();
  return loss === null ? { ok: true, value } : loss;
}

/** An open object or array: the position of the scanner in it, and its keys so far. */
interface OpenContainer {
  readonly keys: Set<string> | null;
  place: string | number;
}

/** Scans valid JSON once, without recursion. */
class LossScanner {
  readonly #text: string;
  readonly #open: OpenContainer[] = [];
  #position = 0;

  constructor(text: string) {
    this.#text = text;
  }

  scan(): StrictJson | null {
    let expectsKey = false;
    while (this.#position < this.#text.length) {
      const character = this.#text.charAt(this.#position);
      const container = this.#open.at(-1);
      if (character === '"') {
        const string = this.#readString();
        if (!expectsKey || !container?.keys) continue;
        expectsKey = false;
        container.place = string;
        if (container.keys.has(string)) return this.#refuseKey(string);
        container.keys.add(string);
      } else if (character === "-" || (character >= "0" && character <= "9")) {
        if (!survives(this.#readNumber())) return this.#refuseNumber();
      } else {
        if (character === "{") this.#open.push({ keys: new Set(), place: "" });
        else if (character === "[") this.#open.push({ keys: null, place: 0 });
        else if (character === "}" || character === "]") this.#open.pop();
        else if (character === "," && typeof container?.place === "number") container.place += 1;
        if (character === "{" || character === ",")
          expectsKey = character === "{" || container?.keys !== null;
        else if (character === "[") expectsKey = false;
        this.#position += 1;
      }
    }
    return null;
  }

  #readString(): string {
    const start = this.#position + 1;
    let end = start;
    for (;;) {
      end = this.#text.indexOf('"', end);
      let backslashes = 0;
      while (this.#text.charAt(end - 1 - backslashes) === "\\") backslashes += 1;
      if (backslashes % 2 === 0) break;
      end += 1;
    }
    this.#position = end + 1;
    const inner = this.#text.slice(start, end);
    return inner.includes("\\") ? String(JSON.parse(`"${inner}"`)) : inner;
  }

  #readNumber(): string {
    const number = /-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/y;
    number.lastIndex = this.#position;
    const [text = "0"] = number.exec(this.#text) ?? [];
    this.#position += text.length;
    return text;
  }

  #refuseKey(key: string): StrictJson {
    const message = `the object has the key \`${key}\` twice, so it is unclear which value applies`;
    return refuse("duplicate_key", this.#pointer(), message, "Remove one of the two.");
  }

  #refuseNumber(): StrictJson {
    const message =
      "the number has more digits, or is larger or smaller, than a double-precision number can be";
    return refuse("lossy_number", this.#pointer(), message, "Write it as text.");
  }

  #pointer(): string {
    return toPointer(this.#open.map(({ place }) => place));
  }
}

/** Returns true if a number has the same decimal value after parsing and writing. */
function survives(number: string): boolean {
  if (/^-?\d{1,15}$/.test(number)) return true;
  const parsed = Number(number);
  return Number.isFinite(parsed) && decimal(number) === decimal(String(parsed));
}

/**
 * Normalizes a number to its digits without outer zeros, and the power of ten of the last: `-1.50e3` is
 * `15e2`.
 */
function decimal(number: string): string {
  const [mantissa = "", exponent = "0"] = number.replace(/^-/, "").toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const digits = whole + fraction;
  let start = 0;
  while (digits.charAt(start) === "0") start += 1;
  let end = digits.length;
  while (end > start && digits.charAt(end - 1) === "0") end -= 1;
  if (start === end) return "0";
  return `${digits.slice(start, end)}e${Number(exponent) - fraction.length + digits.length - end}`;
}

function refuse(code: string, path: string, message: string, hint: string): StrictJson & { ok: false } {
  return { ok: false, finding: { code, severity: "error", path, message, hint } };
}
