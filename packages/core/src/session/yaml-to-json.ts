import { type ParsedYaml, parseYaml } from "../parse-yaml";

export type YamlAsJson = { ok: true; json: string } | Extract<ParsedYaml, { ok: false }>;

/**
 * The JSON of a YAML document; times stay texts.
 *
 * @param text at most 32,768 characters.
 * @returns the JSON, or why there is none: too long, nested too
 *   deep, not YAML, or nodes that hold themselves.
 */
export function yamlToJson(text: string): YamlAsJson {
  const parsed = parseYaml(text);
  if (!parsed.ok) {
    const { code, message } = parsed.problem;
    return code === "not_yaml" ? refuse(message) : parsed;
  }
  try {
    return { ok: true, json: JSON.stringify(parsed.value) ?? "null" };
  } catch (error) {
    return refuse(error instanceof Error ? error.message : "");
  }
}

/** In the parser's own words, up to where it quotes the text. */
function refuse(reason: string): YamlAsJson {
  const words = reason.split(/["':\n]/, 1)[0]?.trim() || "it cannot be parsed";
  return { ok: false, problem: { code: "not_yaml", message: `it is not YAML: ${words}` } };
}
