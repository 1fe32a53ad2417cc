import { parse } from "yaml";

/**
 * A YAML parser takes seconds for some hundred kilobytes; documents of people and agents are much shorter.
 */
const MAX_CHARACTERS = 32_768;

/**
 * Deeper than any real document. The parser is recursive, and an overflow of the stack inside an expression
 * that Node has not compiled yet ends the process. Indentation alone reaches 255 levels within the allowed
 * length.
 */
const MAX_DEPTH = 100;
/** Starts and ends of levels: brackets, and lists and keys nested on one line. */
const SIGNS = /[[\]{},\n]|[-?:](?=[ \t])/g;

export type ParsedYaml =
  | { ok: true; value: unknown }
  | { ok: false; problem: { code: "not_yaml" | "too_long" | "too_deep"; message: string } };

/**
 * Parses an untrusted YAML document.
 *
 * @param text nested no deeper than 100 levels of brackets.
 * @param options.areTexts every value is text; otherwise only times are.
 * @param options.maxCharacters longest text to parse.
 * @returns the value, or why parsing failed: too long, too deep, or not YAML, as one line of the parser's
 * message.
 */
export function parseYaml(
  text: string,
  { areTexts = false, maxCharacters = MAX_CHARACTERS } = {},
): ParsedYaml {
  if (text.length > maxCharacters) {
    return refuse("too_long", `it is longer than ${maxCharacters.toLocaleString("en")} characters`);
  }
  if (isTooDeep(text)) return refuse("too_deep", `it is nested deeper than ${MAX_DEPTH} levels`);
  try {
    return { ok: true, value: parse(text, { logLevel: "error", ...(areTexts && { schema: "failsafe" }) }) };
  } catch (error) {
    const [reason = ""] = String(error instanceof Error ? error.message : error).split("\n");
    return refuse("not_yaml", reason);
  }
}

/** Brackets within texts count too. Unpaired ones are rare, and no real document has a hundred. */
function isTooDeep(text: string): boolean {
  let [brackets, onLine] = [0, 0];
  for (const [sign] of text.matchAll(SIGNS)) {
    if (sign === "[" || sign === "{") brackets += 1;
    else if (sign === "]" || sign === "}") brackets = Math.max(0, brackets - 1);
    else onLine = sign === "," || sign === "\n" ? 0 : onLine + 1;
    if (brackets + onLine > MAX_DEPTH) return true;
  }
  return false;
}

function refuse(
  code: Extract<ParsedYaml, { ok: false }>["problem"]["code"],
  message: string,
): Extract<ParsedYaml, { ok: false }> {
  return { ok: false, problem: { code, message } };
}
