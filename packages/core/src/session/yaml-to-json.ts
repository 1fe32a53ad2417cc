import { type ParsedYaml, parseYaml } from "../parse-yaml";

export type YamlAsJson = { ok: true; json: string } | Extract<ParsedYaml, { ok: false }>;

/**
 * Converts a YAML document to JSON; times stay texts.
 *
 * @param text at most 32,768 characters.
 * @returns the JSON, or why conversion failed: too long, nested too deep, not YAML, or nodes that contain
 * themselves.
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

/** The parser's message, up to the quoted text. */
function refuse(reason: string): YamlAsJson {
  const words = reason.split(/["':\n]/, 1)[0]?.trim() || "it cannot be parsed";
  return { ok: false, problem: { code: "not_yaml", message: `it is not YAML: ${words}` } };
}
