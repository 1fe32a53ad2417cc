import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("..", import.meta.url));

export const readText = (path: string): string => readFileSync(join(ROOT, path), "utf8");

/** Reads the names of variables with their readers from the table of docs/operating.md. */
export function readVariableTable(text = readText("docs/operating.md")): Map<string, string[]> {
  const [, section = ""] = text.split("\n## Environment\n");
  const rows = section.matchAll(/^\| `([A-Z_]+)` \| ([^|]+) \|/gm);
  return new Map([...rows].map(([, name = "", readers = ""]) => [name, readers.split(", ").map(unquote)]));
}

function unquote(word: string): string {
  return word.trim().replaceAll("`", "");
}
