import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { LabelledPlace } from "./next-actions";

const Ledger = z.object({ instruction_or_question: z.object({ answer: z.string() }) });

/**
 * Returns the text of a label: in a line of JSON, the only text in it; in an orchestrator's ledger, its
 * instruction to the next speaker.
 *
 * @returns null if the file is missing.
 */
export function readLabelledPlace(
  inputs: string,
  { path, lines: [first, last] }: LabelledPlace,
): string | null {
  const file = join(inputs, path);
  if (!existsSync(file)) return null;
  const text = readFileSync(file, "utf8")
    .split("\n")
    .slice(first - 1, last)
    .join("\n");
  if (!path.endsWith(".json")) return text;
  const [value = ""] = Object.values(
    z.record(z.string(), z.string()).parse(JSON.parse(`{${text.trim().replace(/,$/, "")}}`)),
  );
  return value.startsWith("Updated Ledger:")
    ? Ledger.parse(JSON.parse(value.slice(value.indexOf("{")))).instruction_or_question.answer
    : value;
}
