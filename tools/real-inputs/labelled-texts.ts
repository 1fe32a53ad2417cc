import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A text of the real inputs with a person's label. */
export interface LabelledText {
  /** `path:line` below the folder of real inputs. */
  readonly place: string;
  readonly text: string;
  readonly label: string;
}

/**
 * Reads labels and their texts. A table has the columns path, line, start, end (UTF-16 units within the line)
 * and label; in JSON files, the text is an unescaped string. Omits texts of missing files.
 *
 * @param table the name of a table in `labels/`, such as `vague-note`.
 * @param inputs the folder of real inputs.
 */
export function readLabelledTexts(table: string, inputs: string): LabelledText[] {
  const rows = readFileSync(new URL(`labels/${table}.tsv`, import.meta.url), "utf8")
    .trim()
    .split("\n")
    .slice(1);
  return rows.flatMap((row) => {
    const [path = "", line, start, end, label = ""] = row.split("\t");
    if (!existsSync(join(inputs, path))) return [];
    const text = readFileSync(join(inputs, path), "utf8").split("\n")[Number(line) - 1] ?? "";
    const part = text.slice(Number(start), Number(end));
    return [{ place: `${path}:${line}`, text: /\.jsonl?$/.test(path) ? undoEscapes(part) : part, label }];
  });
}

function undoEscapes(part: string): string {
  return String(JSON.parse(`"${part}"`));
}
