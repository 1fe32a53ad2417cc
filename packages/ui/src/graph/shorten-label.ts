import { readableName } from "../format/readable-name";

/** Returns a readable label of at most so many letters; the last of a longer one is an ellipsis. */
export function shortenLabel(label: string, letters: number): string {
  const all = [...readableName(label)];
  return all.length > letters ? `${all.slice(0, letters - 1).join("")}…` : all.join("");
}
