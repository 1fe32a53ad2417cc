import type { Span } from "./json-literals";
import { looksLikePassword, looksRandom } from "./secret-judgement";

/** What secrets are called; what comes before these words in a name is looked at by {@link isOtherName}. */
const NAME = `(?:(pass(?:word|wd|phrase|code)|pwd)|secret|token|credentials?|_auth|(?:api|access|auth|private|secret|signing|encryption|master|account|shared|service|client|license|webhook|session|storage|admin|bot)[ _-]?key)`;
const TYPED = String.raw`:[ \t]{0,2}[\w.]{1,24}[ \t]{0,2}=`;
const SIGN = String.raw`["'\`\])]{0,3}[ \t]{0,8}(?:${TYPED}|:=|=>|[:=>])[ \t\n]{0,8}`;
const OPTION = String.raw`(?<=--[\w-]{1,40})[ \t]{1,4}`;

/** A name and what sets it apart from its value: `password = `, `"apiKey": `, `--token `, `<secret>`. */
const ASSIGNMENT = new RegExp(`${NAME}(?:${SIGN}|${OPTION})`, "gi");

const QUOTED = /(["'`])((?:(?!\1)[^\\\n]|\\.){4,1024})/y;
const BARE = /[^\s"'`,;&=<>(){}[\]\\]{6,1024}={0,2}(?=[\s"'`,;&<)}\]\\]|$)/y;

/** How the names of other things begin that end like those of secrets: `next_page_token`, `max_tokens`, `public_key`. */
const OTHER_NAMES =
  /(?:next|page|continuation|sync|cursor|public|pub|idempotency|cancel(?:lation)?|count|max|min|total|input|output|cache|eos|bos|pad|unk|sep|cls|stop|special|hashed|encrypted|no|is|has|forgot|reset|partition|sort|primary|foreign|trial)[_-]?$/i;

/**
 * Finds values by the names that they are given to, in code, settings, headers, addresses and markup. Passwords are
 * judged more leniently than the rest, and what stands in quotes more leniently than what does not.
 */
export function* findAssigned(text: string): Generator<Span> {
  for (const match of text.matchAll(ASSIGNMENT)) {
    const at = match.index + match[0].length;
    const value = readValue(text, at);
    if (!value || isOtherName(text, match.index)) continue;
    const isPassword = match[1] !== undefined;
    const content = text.slice(value.start, value.end);
    if (isPassword ? looksLikePassword(content) : looksRandom(content)) yield value;
  }
}

function readValue(text: string, at: number): Span | null {
  QUOTED.lastIndex = at;
  const quoted = QUOTED.exec(text);
  if (quoted) return { start: at + 1, end: at + quoted[0].length };
  BARE.lastIndex = at;
  const bare = BARE.exec(text);
  return bare && { start: at, end: at + bare[0].length };
}

function isOtherName(text: string, at: number): boolean {
  return OTHER_NAMES.test(text.slice(Math.max(0, at - 16), at));
}
