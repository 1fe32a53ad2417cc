/** Mark in the result file of a phase that was handed off before it was done. */
export interface PartialMark {
  /** Path of the handoff document from the project root. */
  handoffPath: string;
  /** ISO 8601. */
  markedAt: string;
  details: string;
}

const BEGIN = "<!-- partial progress -->";
const END = "<!-- end of partial progress -->";

/**
 * Marks the result of a phase (`phases/phase-{P}-results.md`) as partial, at its end; replaces an existing
 * mark.
 *
 * @returns the text with the mark, otherwise unchanged.
 */
export function markPartialProgress(text: string, { handoffPath, markedAt, details }: PartialMark): string {
  const mark = [
    BEGIN,
    "**Status**: partial",
    `**Handoff**: ${oneLine(handoffPath)}`,
    `**Since**: ${oneLine(markedAt)}`,
    `**Details**: ${oneLine(details)}`,
    END,
  ].join("\n");
  const rest = clearPartialProgress(text).trimEnd();
  return rest === "" ? `${mark}\n` : `${rest}\n\n${mark}\n`;
}

/** Returns the text without the mark, after the phase is done. */
export function clearPartialProgress(text: string): string {
  const begin = text.indexOf(BEGIN);
  const end = text.indexOf(END, begin);
  if (begin < 0 || end < 0) return text;
  const rest = `${text.slice(0, begin).trimEnd()}\n\n${text.slice(end + END.length).trimStart()}`.trim();
  return rest === "" ? "" : `${rest}\n`;
}

/** Returns the mark of a phase's result; null without one. */
export function readPartialProgress(text: string): PartialMark | null {
  const begin = text.indexOf(BEGIN);
  const end = text.indexOf(END, begin);
  if (begin < 0 || end < 0) return null;
  const fields = new Map(
    [...text.slice(begin, end).matchAll(/^\*\*(\w+)\*\*: (.*)$/gm)].map(([, name = "", value = ""]) => [
      name,
      value,
    ]),
  );
  const handoffPath = fields.get("Handoff");
  if (handoffPath === undefined) return null;
  return { handoffPath, markedAt: fields.get("Since") ?? "", details: fields.get("Details") ?? "" };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").replaceAll("-->", "").trim();
}
