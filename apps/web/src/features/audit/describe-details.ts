/** What a row says of a change: before and after as short words, and whatever else it holds. */
export interface DescribedDetails {
  before: string | null;
  after: string | null;
  /** Further members, each as a line. */
  more: { name: string; value: string }[];
}

/** Reads the details of a row. What is no object, as a row of another release may hold, is shown as it is. */
export function describeDetails(details: string): DescribedDetails {
  const value = parse(details);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { before: null, after: null, more: [{ name: "details", value: details }] };
  }
  const members = Object.entries(value);
  const shown = (name: string) => {
    const found = members.find(([key]) => key === name);
    return found ? toWords(found[1]) : null;
  };
  return {
    before: shown("before"),
    after: shown("after"),
    more: members
      .filter(([name]) => name !== "before" && name !== "after")
      .map(([name, each]) => ({ name: name.replaceAll("_", " "), value: toWords(each) })),
  };
}

function parse(details: string): unknown {
  try {
    return JSON.parse(details);
  } catch {
    return details;
  }
}

/**
 * Objects and lists are told as words: "number 2, policy version e459…, enabled yes". What somebody wrote
 * among them stands in quotes where it could be taken for more of them.
 */
function toWords(value: unknown): string {
  if (value === null) return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string") return value;
  const part = (each: unknown) =>
    typeof each === "string" && /[,;]/.test(each) ? JSON.stringify(each) : toWords(each);
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.map(part).join("; ");
  if (typeof value !== "object") return String(value);
  return Object.entries(value)
    .map(([name, each]) => `${name.replaceAll("_", " ")} ${part(each)}`)
    .join(", ");
}
