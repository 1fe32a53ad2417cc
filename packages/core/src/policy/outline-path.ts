import { RESERVED_AGENT_IDS } from "./default-names";

/** One step of an outline path: a key of an object, then one array for each `[]` after it. */
export interface OutlineStep {
  readonly key: string;
  readonly arrays: number;
}

/** A parsed outline path. */
export interface OutlinePath {
  /**
   * The agent whose output contains it, or the part of the context: `observations`, `original_input`,
   * `memories` …
   */
  readonly root: OutlineStep;
  /** The steps below; empty if the output, or an element of the part, is the leaf itself. */
  readonly steps: readonly OutlineStep[];
}

/**
 * Parses an outline path: keys separated by `.`, with `\` before a `.`, `*`, `[` or `\` that belongs to a
 * key, and `[]` for each array. Unlike a pattern, it may have empty keys. Never throws: invalid parts belong
 * to a key.
 */
export function readOutlinePath(path: string): OutlinePath {
  const steps: OutlineStep[] = [];
  let position = 0;
  do {
    let key = "";
    for (; position < path.length && path[position] !== "."; position += 1) {
      if (path.startsWith("[]", position)) break;
      if (path[position] === "\\") position += 1;
      key += path[position] ?? "";
    }
    let arrays = 0;
    for (; path.startsWith("[]", position); position += 2) arrays += 1;
    steps.push({ key, arrays });
    position += 1;
  } while (position <= path.length);
  const [root = { key: "", arrays: 0 }, ...rest] = steps;
  return { root, steps: rest };
}

/** Returns true if a path with this root is in an agent's output, not in another part of the context. */
export function isAgentRoot(root: string): boolean {
  return !RESERVED_AGENT_IDS.includes(root);
}
