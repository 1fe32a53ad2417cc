/** Readable details of an entry: short texts before and after a change, and all other fields. */
interface DescribedDetails {
  before: string | null;
  after: string | null;
  /** Other members, one per line. */
  more: { name: string; value: string }[];
}

/**
 * Reads the details of an entry. Shows a value unchanged if it is not an object, as an entry of another
 * release may be.
 */
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
 * Formats objects and lists as words: "number 2, policy version e459…, enabled yes". Quotes a user's text
 * that could be mistaken for further words.
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
