import type { Span } from "./json-literals";
import { looksLikePassword, looksRandom } from "./secret-heuristics";

/** Names of secrets; {@link isOtherName} checks the words before. */
const NAME = `(?:(pass(?:word|wd|phrase|code)|pwd)|secret|token|credentials?|_auth|(?:api|access|auth|private|secret|signing|encryption|master|account|shared|service|client|license|webhook|session|storage|admin|bot)[ _-]?key)`;
const TYPED = String.raw`:[ \t]{0,2}[\w.]{1,24}[ \t]{0,2}=`;
const SIGN = String.raw`["'\`\])]{0,3}[ \t]{0,8}(?:${TYPED}|:=|=>|[:=>])[ \t\n]{0,8}`;
const OPTION = String.raw`(?<=--[\w-]{1,40})[ \t]{1,4}`;

/** A name and the separator before its value: `password = `, `"apiKey": `, `--token `, `<secret>`. */
const ASSIGNMENT = new RegExp(`${NAME}(?:${SIGN}|${OPTION})`, "gi");

const QUOTED = /(["'`])((?:(?!\1)[^\\\n]|\\.){4,1024})/y;
/** Ends of an unquoted value, and what may follow one; `=` can be its padding. */
const DELIMITER = /[\s"'`,;&=<>(){}[\]\\]/g;
const BEHIND = /[\s"'`,;&<)}\]\\]/;
const BARE_LENGTH = { min: 6, max: 1_024 };

/** Limit of nested names with the same end (`token=secret=…`). */
const MAX_NESTED = 4;

/**
 * Starts of names that end like those of secrets but are not: `next_page_token`, `max_tokens`, `public_key`.
 */
const OTHER_NAMES =
  /(?:next|page|continuation|sync|cursor|public|pub|idempotency|cancel(?:lation)?|count|max|min|total|input|output|cache|eos|bos|pad|unk|sep|cls|stop|special|hashed|encrypted|no|is|has|forgot|reset|partition|sort|primary|foreign|trial)[_-]?$/i;

/**
 * Finds secrets by the names they are assigned to, in code, settings, headers, URLs and markup. Accepts
 * passwords more easily than other secrets, and quoted values more easily than unquoted ones.
 */
export function* findAssigned(text: string): Generator<Span> {
  const endsOfBare = new BareEnds(text);
  let end = -1;
  let nestedCount = 0;
  for (const match of text.matchAll(ASSIGNMENT)) {
    const at = match.index + match[0].length;
    const value = readQuoted(text, at) ?? endsOfBare.read(at);
    if (!value || isOtherName(text, match.index)) continue;
    nestedCount = value.end === end ? nestedCount + 1 : 0;
    end = value.end;
    if (nestedCount >= MAX_NESTED) continue;
    const isPassword = match[1] !== undefined;
    const content = text.slice(value.start, value.end);
    if (isPassword ? looksLikePassword(content) : looksRandom(content)) yield value;
  }
}

function readQuoted(text: string, at: number): Span | null {
  QUOTED.lastIndex = at;
  const quoted = QUOTED.exec(text);
  return quoted && { start: at + 1, end: at + quoted[0].length };
}

/**
 * Ends of unquoted values, requested from left to right: each end is searched once for any number of starts.
 */
class BareEnds {
  readonly #text: string;
  #delimiter = -1;

  constructor(text: string) {
    this.#text = text;
  }

  read(at: number): Span | null {
    if (this.#delimiter < at) {
      DELIMITER.lastIndex = at;
      this.#delimiter = DELIMITER.exec(this.#text)?.index ?? this.#text.length;
    }
    let end = this.#delimiter;
    const length = end - at;
    if (length < BARE_LENGTH.min || length > BARE_LENGTH.max) return null;
    for (let padding = 0; padding < 2 && this.#text[end] === "="; padding += 1) end += 1;
    return end === this.#text.length || BEHIND.test(this.#text[end] ?? "") ? { start: at, end } : null;
  }
}

function isOtherName(text: string, at: number): boolean {
  return OTHER_NAMES.test(text.slice(Math.max(0, at - 16), at));
}
