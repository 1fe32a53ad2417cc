/** Regions of a host's model names, such as `us.anthropic.claude-…`. */
const REGION = /^(?:us|us-gov|eu|apac|au|jp|ca|global)\./;
/** Makers in a host's model names. */
const MAKER =
  /^(?:anthropic|amazon|meta|mistral|deepseek|openai|google|xai|qwen|moonshotai?|zai|minimax)\.(?!v\d)/;
/** Endings that do not change what a model costs, the outermost first. */
const ENDINGS = [
  /\[1m\]$/,
  /@default$/,
  /-v(?:1|\d+:\d+)$/,
  /[-@](?:20\d{6}|20\d{2}-\d{2}-\d{2})$/,
  /-latest$/,
];

/**
 * Returns the names that a model's price can have, the most specific first: `us.anthropic.claude-opus-4-6-v1`,
 * …, `claude-opus-4-6`. Prefixes are those of routers (`vertex_ai/…`), regions and makers; endings are
 * snapshot dates (`-20250929`, `-2025-04-14`, `@20250929`), versions (`-v1:0`), `@default`, `-latest` and `[1m]`.
 */
export function modelNames(model: string): string[] {
  return [...new Set(withoutPrefixes(model.trim().toLowerCase()).flatMap(withoutEndings))];
}

/** Returns the shortest name of a model, which all its snapshots and hosts share. */
export function modelFamily(model: string): string {
  return modelNames(model).at(-1) ?? "";
}

function withoutPrefixes(name: string): string[] {
  const names = [name];
  let rest = name;
  while (rest.includes("/")) {
    rest = rest.slice(rest.indexOf("/") + 1);
    names.push(rest);
  }
  for (const prefix of [REGION, MAKER]) {
    rest = rest.replace(prefix, "");
    names.push(rest);
  }
  return names;
}

function withoutEndings(name: string): string[] {
  const names = [name];
  for (const ending of ENDINGS) names.push((names.at(-1) ?? name).replace(ending, ""));
  return names;
}
