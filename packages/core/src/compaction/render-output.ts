/** Deeper values are minor details. */
const MAX_DEPTH = 12;

/** Three words. Shorter texts mean nothing without their object, unless they are the whole output. */
const PHRASE = /\S\s+\S{1,200}\s+\S/;

/**
 * Converts the output of a phase to Markdown: a text unchanged; an object with its keys as headings,
 * multi-line texts below them, and scalars as list items (deeply nested ones only if they are phrases).
 */
export function renderOutput(output: unknown): string {
  return typeof output === "string" ? output : [...renderValue(output, "", 0)].join("\n");
}

function* renderValue(value: unknown, key: string, depth: number): Generator<string> {
  if (value === null || value === undefined || value === "" || depth > MAX_DEPTH) return;
  if (typeof value === "string" && /\n/.test(value.trim())) {
    if (key !== "") yield `\n## ${key}\n`;
    yield value;
  } else if (typeof value !== "object") {
    if (depth > 1 && !PHRASE.test(String(value))) return;
    yield key === "" ? `- ${String(value)}` : `- ${key}: ${String(value)}`;
  } else if (Array.isArray(value)) {
    if (key !== "") yield `\n## ${key}\n`;
    for (const element of value) yield* renderValue(element, "", depth + 1);
  } else {
    if (key !== "") yield `\n## ${key}\n`;
    for (const [name, field] of Object.entries(value)) yield* renderValue(field, name, depth + 1);
  }
}
