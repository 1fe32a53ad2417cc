import { readOutlinePath } from "@baton/core";
import { foldKey, isAgentRoot, type OutlinePath } from "@baton/core/outlines";

/** Where a field stands: in the output of an agent, or in a part of the context beside the outputs. */
export interface FieldSource {
  readonly kind: "output" | "part";
  /** The agent's id, or the part's name: `observations`, `original_input` … */
  readonly name: string;
}

/** A field that is asked for, taken apart. */
export interface FieldQuery {
  /** Its keys, folded as blocked names are: whoever looks for a field looks for its disguises too. */
  readonly keys: readonly string[];
  /** The last of them: what the same field is known by in another place. */
  readonly name: string;
}

/**
 * How a leaf is known to be the field: it is what was asked for, has the
 * same name elsewhere, or holds the same text.
 */
export const FIELD_MATCHES = ["field", "name", "text"] as const;
export type FieldMatch = (typeof FIELD_MATCHES)[number];

/**
 * Reads what was asked for: a name (`ssn`), or keys divided by `.`
 * (`severity.internal_notes`, `items[].price`) as an outline writes them. Indices and `[]` do
 * not matter. Any text is a query; an empty one finds nothing.
 */
export function readFieldQuery(text: string): FieldQuery {
  const { root, steps } = readOutlinePath(text.trim());
  const keys = [root, ...steps].map(({ key }) => foldKey(key)).filter((key) => key !== "");
  return { keys, name: keys.at(-1) ?? "" };
}

/**
 * The source that a path lies in; `agents` are those whose outputs the
 * context holds, null where nobody wrote them down.
 */
export function sourceOf(path: OutlinePath, agents: ReadonlySet<string> | null): FieldSource {
  const { key } = path.root;
  const isOutput = isAgentRoot(key) && (agents?.has(key) ?? true);
  return { kind: isOutput ? "output" : "part", name: key };
}

/**
 * Whether a path leads to the field or into it, by its name alone: the keys of the query stand in it one
 * after the other. A single key does not name an agent or a part, whose id is no key.
 */
export function matchPath(query: FieldQuery, path: OutlinePath): "field" | "name" | null {
  const { keys, name } = query;
  if (keys.length === 0) return null;
  const own = path.steps.map(({ key }) => foldKey(key));
  const all = keys.length === 1 ? own : [foldKey(path.root.key), ...own];
  if (joinKeys(all).includes(joinKeys(keys))) return "field";
  return isAgentRoot(path.root.key) && own.includes(name) ? "name" : null;
}

/**
 * Keys as one text, in which they stand one after the other where they do in another. The sign between them
 * stands in none: it is folded away.
 */
function joinKeys(keys: readonly string[]): string {
  return `\u200b${keys.join("\u200b")}\u200b`;
}
