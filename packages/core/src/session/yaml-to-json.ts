import { parse } from "yaml";

/** A parser of YAML takes seconds for some hundred kilobytes of brackets; what people and agents write by hand is far shorter. */
const MAX_CHARACTERS = 32_768;

export type YamlAsJson =
  | { ok: true; json: string }
  | { ok: false; problem: { code: "not_yaml" | "too_long"; message: string } };

/**
 * The JSON of a YAML document; times stay texts.
 *
 * @param text at most 32,768 characters.
 * @returns the JSON, or why there is none: too long, not YAML, or nodes that hold themselves.
 */
export function yamlToJson(text: string): YamlAsJson {
  if (text.length > MAX_CHARACTERS) {
    const message = `it is longer than ${MAX_CHARACTERS.toLocaleString("en")} characters`;
    return { ok: false, problem: { code: "too_long", message } };
  }
  try {
    return { ok: true, json: JSON.stringify(parse(text, { logLevel: "error" })) ?? "null" };
  } catch (error) {
    const [reason = ""] = error instanceof Error ? error.message.split("\n") : [];
    return { ok: false, problem: { code: "not_yaml", message: `it is not YAML: ${describe(reason)}` } };
  }
}

/** The parser's own words, up to where it quotes the text. */
function describe(reason: string): string {
  return reason.split(/["':]/, 1)[0]?.trim() || "it cannot be parsed";
}
