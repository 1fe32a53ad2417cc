import { parse } from "yaml";

/**
 * A parser of YAML takes seconds for some hundred kilobytes; what
 * people and agents write by hand is far shorter.
 */
const MAX_CHARACTERS = 32_768;

/**
 * Deeper than anybody writes. The parser calls itself for each level, and where the stack ends within an
 * expression that Node has not compiled yet, that ends the whole process. Indentation alone gets to 255
 * levels within the characters that are read.
 */
const MAX_DEPTH = 100;
/** What opens or closes a level: brackets; and on a line lists and keys that begin one in the other. */
const SIGNS = /[[\]{},\n]|[-?:](?=[ \t])/g;

export type ParsedYaml =
  | { ok: true; value: unknown }
  | { ok: false; problem: { code: "not_yaml" | "too_long" | "too_deep"; message: string } };

/**
 * Parses a YAML document that anybody may have written.
 *
 * @param text at most 32,768 characters, nested no deeper than 100 levels of brackets.
 * @param options.areTexts each value is a text, whatever it looks like; else times alone are.
 * @returns the value, or why there is none: too long, too deep, or not
 *   YAML, in the parser's own words of one line.
 */
export function parseYaml(text: string, { areTexts = false } = {}): ParsedYaml {
  if (text.length > MAX_CHARACTERS) {
    return refuse("too_long", `it is longer than ${MAX_CHARACTERS.toLocaleString("en")} characters`);
  }
  if (isTooDeep(text)) return refuse("too_deep", `it is nested deeper than ${MAX_DEPTH} levels`);
  try {
    return { ok: true, value: parse(text, { logLevel: "error", ...(areTexts && { schema: "failsafe" }) }) };
  } catch (error) {
    const [reason = ""] = String(error instanceof Error ? error.message : error).split("\n");
    return refuse("not_yaml", reason);
  }
}

/** Signs within texts count too: an unpaired bracket is rare, and a hundred are none that anybody wrote. */
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
