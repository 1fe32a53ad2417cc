import { readableName, splitNumber } from "../format/readable-name";

/** Returns a readable label of at most `letters` characters; a cut label has an ellipsis, and keeps its number. */
export function shortenLabel(label: string, letters: number): string {
  const all = [...readableName(label)];
  if (all.length <= letters) return all.join("");
  const number = splitNumber(label)[1];
  return `${all.slice(0, Math.max(1, letters - 1 - number.length)).join("")}…${number}`;
}
