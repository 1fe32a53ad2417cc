import type { OutlineEntry } from "@baton/core";
import { escapeKey, isObject } from "@baton/core/internal";
import { type Outcome, outcomeOf } from "@/features/sessions/handoff/outcomes";

/** A leaf of the original context, and its scoped value. */
export interface LeafRow {
  /** Path of keys and indexes. */
  readonly path: string;
  readonly before: string;
  /** Null if it was removed. */
  readonly after: string | null;
  readonly outcome: Outcome;
}

/** Maximum leaves to show. */
export const MAX_LEAVES = 1_000;

/**
 * Lists the leaves of a context with the remainder of each.
 *
 * @param outline names the step that removed a leaf; array elements share an entry.
 */
export function compareLeaves(
  context: unknown,
  scoped: unknown,
  outline: readonly OutlineEntry[],
): { rows: LeafRow[]; isCut: boolean } {
  const causes = new Map(outline.map((entry) => [entry.path, outcomeOf(entry)]));
  const rows: LeafRow[] = [];
  let isCut = false;
  // Avoid recursion: a context may be nested deeper than the stack allows.
  const open = [{ before: context, after: scoped, path: "", general: "", depth: 0 }];
  while (open.length > 0) {
    const node = open.pop();
    if (!node) break;
    const children = listChildren(node.before);
    if (children.length > 0) {
      for (const [key, value] of children.reverse()) {
        const isIndex = typeof key === "number";
        // Outlines name outputs only by their agents.
        const isPriorOutputs = node.depth === 0 && key === "prior_outputs";
        open.push({
          before: value,
          after: childOf(node.after, key),
          path: isPriorOutputs ? "" : isIndex ? `${node.path}[${key}]` : join(node.path, key),
          general: isPriorOutputs ? "" : isIndex ? `${node.general}[]` : join(node.general, escapeKey(key)),
          depth: node.depth + 1,
        });
      }
      continue;
    }
    if (node.depth < 2 && isEmpty(node.before)) continue;
    if (rows.length === MAX_LEAVES) {
      isCut = true;
      break;
    }
    const isThere = node.after !== undefined && JSON.stringify(node.after) === JSON.stringify(node.before);
    const outcome = isThere ? "passed" : (causes.get(node.general) ?? "mode");
    rows.push({
      path: node.path,
      before: JSON.stringify(node.before) ?? "null",
      after: node.after === undefined ? null : (JSON.stringify(node.after) ?? null),
      outcome,
    });
  }
  return { rows, isCut };
}

function listChildren(value: unknown): [string | number, unknown][] {
  if (Array.isArray(value)) return value.map((element: unknown, index) => [index, element]);
  return isObject(value) ? Object.entries(value) : [];
}

function childOf(value: unknown, key: string | number): unknown {
  if (Array.isArray(value)) return typeof key === "number" ? value[key] : undefined;
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function isEmpty(value: unknown): boolean {
  return value === null || (typeof value === "object" && Object.keys(value).length === 0);
}

function join(path: string, key: string | number): string {
  return path === "" ? `${key}` : `${path}.${key}`;
}
