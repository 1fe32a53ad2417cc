import { foldKey, isAgentRoot, type OutlinePath, readOutlinePath } from "@baton/core/internal";

/** Source of a field: the output of an agent, or a part of the context outside the outputs. */
export interface FieldSource {
  readonly kind: "output" | "part";
  /** The agent's id, or the part's name: `observations`, `original_input` … */
  readonly name: string;
}

/** A parsed field query. */
export interface FieldQuery {
  /** The keys, folded like blocked names, so that a query also finds disguised spellings. */
  readonly keys: readonly string[];
  /** The last key, by which the same field is recognized elsewhere. */
  readonly name: string;
}

/**
 * Why a leaf matches the query: it is the queried field, has the
 * same name elsewhere, or holds the same text.
 */
export const FIELD_MATCHES = ["field", "name", "text"] as const;
export type FieldMatch = (typeof FIELD_MATCHES)[number];

/**
 * Parses a query: a name (`ssn`), or keys separated by `.`
 * (`severity.internal_notes`, `items[].price`) as in an outline. Ignores indices and `[]`.
 * Any text is a query; an empty one finds nothing.
 */
export function readFieldQuery(text: string): FieldQuery {
  const { root, steps } = readOutlinePath(text.trim());
  const keys = [root, ...steps].map(({ key }) => foldKey(key)).filter((key) => key !== "");
  return { keys, name: keys.at(-1) ?? "" };
}

/**
 * Returns the source of a path; `agents` are those whose outputs the
 * context holds, null if they were not recorded.
 */
export function sourceOf(path: OutlinePath, agents: ReadonlySet<string> | null): FieldSource {
  const { key } = path.root;
  const isOutput = isAgentRoot(key) && (agents?.has(key) ?? true);
  return { kind: isOutput ? "output" : "part", name: key };
}

/**
 * Returns whether a path leads to or into the field, by name alone: the keys of the query appear in it
 * consecutively. A single key never matches an agent or a part, whose ID is not a key.
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
 * Joins keys so that a substring test finds consecutive keys. Folding removes the separator from every key,
 * so no key contains it.
 */
function joinKeys(keys: readonly string[]): string {
  return `\u200b${keys.join("\u200b")}\u200b`;
}
