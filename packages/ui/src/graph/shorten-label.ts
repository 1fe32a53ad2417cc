/** A label of so many letters at the most; one that is longer is cut, and ends in an ellipsis. */
export function shortenLabel(label: string, letters: number): string {
  return label.length > letters ? `${label.slice(0, letters - 1)}…` : label;
}
