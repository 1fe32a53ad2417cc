import { readableName } from "../format/readable-name";

/** Returns a readable label of at most `letters` characters; a cut label ends with an ellipsis. */
export function shortenLabel(label: string, letters: number): string {
  const all = [...readableName(label)];
  return all.length > letters ? `${all.slice(0, letters - 1).join("")}…` : all.join("");
}
