/** Keys that tell most about a call, the best first. */
const TELLING = [
  "command",
  "cmd",
  "file_path",
  "notebook_path",
  "path",
  "pattern",
  "query",
  "url",
  "description",
  "subject",
  "message",
  "prompt",
];
const MAX_LENGTH = 120;

/** Returns the input of a call in a few words on one line: the most telling value, or the start of the input. */
export function callTitle(input: string): string {
  const text = tellingValue(input).replace(/\s+/g, " ").trim();
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

function tellingValue(input: string): string {
  if (!input.startsWith("{")) return input.slice(0, 4 * MAX_LENGTH);
  const fields = new Map(Object.entries(parseObject(input)));
  for (const key of [...TELLING, ...fields.keys()]) {
    const value = fields.get(key);
    if (typeof value === "string" && value.trim() !== "") return value.slice(0, 4 * MAX_LENGTH);
    if (Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === "string")) {
      return value.join(" ").slice(0, 4 * MAX_LENGTH);
    }
  }
  return fields.size === 0 ? "" : input.slice(0, 4 * MAX_LENGTH);
}

function parseObject(json: string): object {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return { text: json };
  }
}
