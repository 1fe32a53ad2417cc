import { isObject } from "../is-object";

const STANDARD_PARTS = ["prior_outputs", "observations", "original_input"];
const SHOWN_NAMES = 5;

/**
 * Returns a warning about a context that is an object of fields, or null: policies name the fields in its parts, and
 * not the parts.
 */
export function describeFlatContext(context: unknown): string | null {
  const names = isObject(context) ? Object.keys(context) : [];
  if (names.length === 0 || names.some((name) => STANDARD_PARTS.includes(name))) return null;
  const shown = names.slice(0, SHOWN_NAMES).map((name) => `“${name}”`);
  return `The context has no prior_outputs, observations or original_input. The policy decides about fields in these parts, and not about the names ${shown.join(", ")}.`;
}
